import { DriveClient } from '@drive/sdk';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../server/test/drive.ts';
import { ensureFolder } from '../src/remote/ensure-folder.ts';
import { cli, type Finished } from './cli.ts';
import { createTestDirectory, type FakeWorldOptions } from './fake-world.ts';

/** A user of a running server at the command line, a new one for each test. */
export interface DriveUser {
  readonly drive: Drive;
  readonly user: TestUser;
  readonly env: Readonly<Record<string, string>>;
  /** Working directory of the commands. */
  readonly home: string;
  /** Runs a command as this user. */
  on(...argv: readonly string[]): Promise<Finished>;
  with(options: Partial<FakeWorldOptions>, ...argv: readonly string[]): Promise<Finished>;
  /** Runs a command that writes JSON, one object a line. */
  records(...argv: readonly string[]): Promise<Record<string, unknown>[]>;
  /** Uploads a text to a path. */
  put(path: string, content?: string): Promise<void>;
  /** Uploads files and creates folders, which end with a slash. */
  grow(...paths: readonly string[]): Promise<void>;
  /** Paths of all that is on the server. */
  all(): Promise<string[]>;
}

/** Call it at the top of a suite. */
export function useDrive(options: DriveOptions = {}): DriveUser {
  let drive: Drive;
  let user: TestUser;
  let home: string;
  beforeAll(async () => {
    drive = await startDrive(options);
  });
  afterAll(() => drive.close());
  beforeEach(async () => {
    user = await drive.createUser();
    home = createTestDirectory();
  });

  const { signal } = new AbortController();
  const client = () => new DriveClient({ baseUrl: drive.url, apiKey: user.key });
  const self: DriveUser = {
    get drive() {
      return drive;
    },
    get user() {
      return user;
    },
    get env() {
      return { DRIVE_BASE_URL: drive.url, DRIVE_API_KEY: user.key };
    },
    get home() {
      return home;
    },
    on: (...argv) => self.with({}, ...argv),
    async records(...argv) {
      const { out } = await self.on(...argv);
      const lines = out.split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    with: (world, ...argv) => cli(argv, { home, ...world, env: { ...self.env, ...world.env } }),
    async put(path, content = path) {
      const slash = path.lastIndexOf('/');
      const { id } = await ensureFolder(client(), path.slice(0, slash) || '/', signal);
      await client().uploads.upload(new Blob([content]), {
        name: path.slice(slash + 1),
        parentId: id,
      });
    },
    async grow(...paths) {
      for (const path of paths) {
        if (path.endsWith('/')) await ensureFolder(client(), path.slice(0, -1), signal);
        else await self.put(path);
      }
    },
    async all() {
      const { out } = await self.on('find');
      return out.split('\n').filter((path) => path !== '');
    },
  };
  return self;
}
