import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../server/test/drive.ts';
import { DriveClient, type ClientOptions } from '../src/index.ts';
import { startFlakyProxy, type FlakyProxy } from './flaky-proxy.ts';

export const MiB = 1024 * 1024;
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** A piece of a random block, repeated with a counter: cheap, and no two places alike. */
export function someBytes(size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size, randomBytes(64 * 1024));
  for (let offset = 0; offset + 4 <= size; offset += 4096) bytes.writeUInt32LE(offset, offset);
  return bytes;
}

export interface Scene {
  readonly drive: Drive;
  readonly proxy: FlakyProxy;
  readonly user: TestUser;
  readonly client: DriveClient;
  /** A client of its own, as another process would have it. */
  newClient(options?: ClientOptions): DriveClient;
  /** Path in a folder that is removed afterwards. */
  path(name: string): string;
  /** Resolves when the server has seen bytes of the upload that was begun last by tus. */
  untilBytesArrive(): Promise<void>;
  /** The bytes that the server has of a file. */
  bytesOf(fileId: string): Promise<Buffer>;
}

/** A complete Drive server behind a network with faults, with a user; removed at the end of the test. */
export async function startScene(options: DriveOptions = {}): Promise<Scene> {
  const proxy = await startFlakyProxy();
  const settings = { BASE_URL: proxy.url, ANONYMOUS_UPLOADS: 'on', ...options.settings };
  const drive = await startDrive({ ...options, settings });
  const folder = mkdtempSync(join(tmpdir(), 'drive-sdk-'));
  onTestFinished(async () => {
    await drive.close();
    rmSync(folder, { recursive: true, force: true });
  });
  proxy.target = drive.url;
  const user = await drive.createUser();
  const newClient = (more: ClientOptions = {}): DriveClient =>
    new DriveClient({ baseUrl: proxy.url, apiKey: user.key, ...more });
  const client = newClient();
  return {
    drive,
    proxy,
    user,
    client,
    newClient,
    path: (name) => join(folder, name),
    untilBytesArrive: async () => {
      const sessionId =
        proxy.seen
          .findLast(({ method }) => method === 'PATCH')
          ?.path.split('/')
          .at(-1) ?? '';
      const straight = newClient({ baseUrl: drive.url });
      await vi.waitUntil(async () => (await straight.uploads.status(sessionId)).status === 'UPLOADING');
    },
    bytesOf: async (fileId) => Buffer.from(await (await client.files.download(fileId)).arrayBuffer()),
  };
}

/** Leaves what an interrupted download of `path` would have left, or one that was killed if it has an owner. */
export function leavePartial(path: string, bytes: Uint8Array | string, etag?: string, owner?: object): void {
  writeFileSync(`${path}.part`, bytes);
  const { dev, ino, birthtimeMs } = statSync(`${path}.part`);
  const note = { name: basename(path), file: `${dev} ${ino} ${birthtimeMs}`, etag, owner };
  writeFileSync(`${path}.part-etag`, JSON.stringify(note));
}

/** How often something is done before it works again. */
export function times<T>(count: number, fault: T): () => T | undefined {
  let left = count;
  return () => (left-- > 0 ? fault : undefined);
}
