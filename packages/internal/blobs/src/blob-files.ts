import { open, opendir, rmdir, stat, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError, type BlobInfo, type BlobReader } from './blob-store.ts';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Converts errors of the file system to StorageErrors. */
export async function storage<T>(message: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StorageError ? error : new StorageError(message, { cause: error });
  }
}

export async function findInfo(path: string): Promise<BlobInfo | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { bytes: size, modifiedAt: Math.floor(mtimeMs) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Succeeds if the file is missing. Half the cost of `rm`, which checks the type first. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Does nothing if there is no such file. */
export async function truncateFile(path: string, bytes: number): Promise<void> {
  try {
    await truncate(path, bytes);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Never fails: directories that are not empty, or cannot be removed, stay. */
export async function removeEmptyFolders(directory: string): Promise<void> {
  try {
    for await (const name of fileNames(directory)) await rmdir(join(directory, name)).catch(() => undefined);
  } catch {
    // The next user of the directory gets the error.
  }
}

export async function openBlob(path: string): Promise<BlobReader | undefined> {
  try {
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      return {
        bytes: size,
        read: (into, position) => storage('A blob cannot be read', readFully(handle, into, position)),
        close: () => handle.close(),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readFully(
  handle: { read(into: Uint8Array, at: number, length: number, position: number): Promise<{ bytesRead: number }> },
  into: Uint8Array,
  position: number,
): Promise<number> {
  let filled = 0;
  while (filled < into.length) {
    const { bytesRead } = await handle.read(into, filled, into.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

/** Names in a directory except for hidden ones; none if it is missing. */
export async function* fileNames(directory: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(directory, { bufferSize: 512 }))
      if (!entry.name.startsWith('.')) yield entry.name;
  } catch (error) {
    if (!isMissing(error)) throw new StorageError('The files cannot be listed', { cause: error });
  }
}

/** The rest of the pieces after this many bytes. */
export function afterBytes(pieces: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let skip = bytes;
  let index = 0;
  for (let piece = pieces[index]; piece !== undefined && skip >= piece.length; piece = pieces[++index])
    skip -= piece.length;
  const [first, ...others] = pieces.slice(index);
  return first === undefined ? [] : [first.subarray(skip), ...others];
}
