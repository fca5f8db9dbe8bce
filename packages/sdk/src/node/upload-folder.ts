import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { DriveClient } from '../client.ts';
import { reasonOf } from '../error-from.ts';
import { DriveError } from '../error.ts';
import { transportOf } from '../transport.ts';
import type { FolderUploadOptions, FolderUploadResult } from '../upload/folder-types.ts';
import { type PlacedFile, uploadFolder as uploadPlaced } from '../upload/folder.ts';
import { pathSource } from './path-source.ts';

type Failure = FolderUploadResult['failed'][number];

/**
 * Uploads a folder from disk with its contents. Skips files that exist with the same bytes, so an interrupted call can
 * be repeated, also in another process. Does not follow links, and omits special files.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { fileResumeStore, uploadFolder } from '@drive/sdk/node';
 *
 * const { files, failed } = await uploadFolder(new DriveClient(), 'photos', {
 *   resumeStore: fileResumeStore('.drive-uploads'),
 *   onFile: ({ path, wasThere }) => console.log(path, wasThere ? 'is there' : 'sent'),
 * });
 * console.log(files.length, 'stored,', failed.length, 'failed');
 * ```
 */
export async function uploadFolder(
  client: DriveClient,
  path: string,
  options: FolderUploadOptions & {
    /** Name on the server. Default: the name of the folder. */
    readonly name?: string | undefined;
  } = {},
): Promise<FolderUploadResult> {
  const { name = basename(resolve(path)), ...rest } = options;
  const transport = transportOf(client);
  const { network } = transport.settings;
  const folders: string[] = [];
  const files: PlacedFile[] = [];
  const unreadable: Failure[] = [];

  async function walk(folder: string, placed: string): Promise<void> {
    rest.signal?.throwIfAborted();
    folders.push(placed);
    for (const entry of await list(folder)) {
      const inner = `${placed}/${entry.name}`;
      const found = join(folder, entry.name);
      try {
        if (entry.isDirectory()) await walk(found, inner);
        else if (entry.isFile()) files.push({ path: inner, source: await pathSource(found, network) });
      } catch (error) {
        if (!(error instanceof DriveError)) throw error;
        unreadable.push({ path: inner, error });
      }
    }
  }

  await walk(path, name);
  const result = await uploadPlaced(transport, folders, files, rest);
  return { ...result, failed: [...unreadable, ...result.failed] };
}

async function list(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    const isFile = (cause as NodeJS.ErrnoException).code === 'ENOTDIR';
    const reason = isFile ? 'it is not a folder. Files go up by uploadPath.' : reasonOf(cause);
    throw new DriveError('local_file_error', `${folder} can't be read: ${reason}`, { cause });
  }
}
