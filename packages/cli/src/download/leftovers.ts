import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ETAG_ENDING = '.part-etag';

/** Removes the partial download of a file that is complete by now. */
export async function removeLeftover(path: string): Promise<void> {
  // Any file may have such a name; only a download writes an ETag into it.
  const etag = await readFile(path + ETAG_ENDING, 'utf8').catch(() => '');
  if (!/^"[0-9a-f]{64}"$/.test(etag)) return;
  await rm(`${path}.part`, { force: true });
  await rm(path + ETAG_ENDING, { force: true });
}

/** Removes partial downloads in a folder, unless a running download wrote them after `before`. */
export async function removeLeftovers(folder: string, before: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(ETAG_ENDING))) {
    const path = join(folder, name.slice(0, -ETAG_ENDING.length));
    const { mtimeMs } = await stat(`${path}.part`).catch(() => ({ mtimeMs: 0 }));
    if (mtimeMs < before) await removeLeftover(path);
  }
}
