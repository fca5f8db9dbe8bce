import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DriveClient, type Item } from '@drive/sdk';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../server/test/drive.ts';
import { ensureFolder } from '../src/remote/ensure-folder.ts';
import { run } from '../src/run.ts';
import { cli, type Finished } from './cli.ts';
import { createFakeWorld, createTestDirectory, type FakeWorldOptions } from './fake-world.ts';

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
  /** Runs a command without an account. */
  asVisitor(...argv: readonly string[]): Promise<Finished>;
  /** Runs a command and presses Ctrl-C when it has written to standard output this many times. */
  interruptAfter(count: number, ...argv: readonly string[]): Promise<Finished>;
  /** Runs a command that writes JSON, one object a line. */
  records(...argv: readonly string[]): Promise<Record<string, unknown>[]>;
  /** The SDK with the key of this user. */
  client(): DriveClient;
  /** Uploads a text to a path. */
  put(path: string, content?: string): Promise<void>;
  /** Uploads files and creates folders, which end with a slash. */
  grow(...paths: readonly string[]): Promise<void>;
  /** Paths of all that is on the server. */
  all(): Promise<string[]>;
  /** Items of a folder on the server, and their names. */
  list(path?: string): Promise<Item[]>;
  names(path?: string): Promise<string[]>;
  /** Path of a local file. */
  here(path?: string): string;
  /** Writes a local file, and creates its folders. */
  write(path: string, content?: string | Uint8Array): void;
  read(path: string): string;
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Parses JSON, one object a line. */
export const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

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
      return jsonLines((await self.on(...argv)).out);
    },
    client,
    asVisitor: (...argv) => self.with({ env: { DRIVE_API_KEY: '', DRIVE_BASE_URL: '' } }, ...argv),
    async interruptAfter(count, ...argv) {
      const world = createFakeWorld({ home, argv, env: self.env });
      const write = world.stdout.write.bind(world.stdout);
      let seen = 0;
      world.stdout.write = ((chunk: string, done?: () => void) => {
        if (++seen === count) world.interrupt();
        return write(chunk, done as never);
      }) as never;
      return { code: await run(world), out: world.out(), err: world.err() };
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
    list: async (path = '/') => JSON.parse((await self.on('ls', path, '--json')).out) as Item[],
    names: async (path) => (await self.list(path)).map(({ name }) => name),
    here: (path = '') => join(home, path),
    write(path, content = path) {
      mkdirSync(dirname(self.here(path)), { recursive: true });
      writeFileSync(self.here(path), content);
    },
    read: (path) => readFileSync(self.here(path), 'utf8'),
  };
  return self;
}
