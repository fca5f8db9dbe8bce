import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriveClient } from '@drive/sdk';
import { findByPath } from '../remote/by-path.ts';
import { listFolder } from '../remote/folder-pages.ts';

export interface RemoteName {
  readonly name: string;
  readonly isFolder: boolean;
}

export interface RemoteNames {
  readonly client: DriveClient;
  /** Cache key of the server and account. */
  readonly account: string;
  readonly cacheDirectory: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const FRESH_MS = 15_000;
const MOST_PAGES = 5;

/** Lists a remote folder, cached for {@link FRESH_MS}. */
export async function listRemoteNames(folder: string, names: RemoteNames): Promise<readonly RemoteName[]> {
  const { cacheDirectory, account, now } = names;
  const file = join(
    cacheDirectory,
    createHash('sha256')
      .update(JSON.stringify([account, folder]))
      .digest('hex'),
  );
  const known = await readFresh(file, now());
  if (known !== undefined) return known;
  const asked = await ask(folder, names);
  await keep(cacheDirectory, file, asked, now()).catch(() => {});
  return asked;
}

async function ask(folder: string, { client, signal }: RemoteNames): Promise<RemoteName[]> {
  const id = folder === '/' ? null : (await findByPath(client, folder, signal))?.id;
  if (id === undefined) return [];
  const found: RemoteName[] = [];
  let pages = 0;
  for await (const { items } of listFolder(client, id, signal, { maxRetries: 0 }).pages()) {
    found.push(...items.map(({ name, type }) => ({ name, isFolder: type === 'folder' })));
    if (++pages === MOST_PAGES) break;
  }
  return found;
}

async function readFresh(file: string, now: number): Promise<RemoteName[] | undefined> {
  try {
    const age = now - (await stat(file)).mtimeMs;
    if (age > FRESH_MS || age < -FRESH_MS) return undefined;
    return JSON.parse(await readFile(file, 'utf8')) as RemoteName[];
  } catch {
    return undefined;
  }
}

async function keep(directory: string, file: string, names: readonly RemoteName[], now: number): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const name of await readdir(directory)) {
    const old = join(directory, name);
    if (now - (await stat(old)).mtimeMs > FRESH_MS) await rm(old, { force: true });
  }
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, JSON.stringify(names), { mode: 0o600 });
  await rename(temporary, file);
}
