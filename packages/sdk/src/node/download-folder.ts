import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TreeItem } from '../api.gen.ts';
import type { DriveClient } from '../client.ts';
import { errorFromThrown } from '../error-from.ts';
import { DriveError, isDriveError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';
import { OpenedShare } from '../resources/public/opened-share.ts';
import { transportOf } from '../transport.ts';
import { eachLimited } from '../upload/each-limited.ts';
import { downloadBy, type DownloadOptions } from './download-to-path.ts';
import { downloadFile } from './downloads.ts';
import { findFold } from './fold-names.ts';
import { createDirectory, LocalPaths, longestNameIn, splitTemporary } from './local-paths.ts';
import { removePartialDownloads } from './partial-note.ts';
import { SharedUrls, type SharedUrlsOptions } from './shared-urls.ts';

/**
 * Options of a folder download.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { downloadFolder, type FolderDownloadOptions } from '@drive/sdk/node';
 *
 * const options: FolderDownloadOptions = { overwrite: true, onFile: ({ path }) => console.log(path) };
 * await downloadFolder(new DriveClient(), null, 'everything', options);
 * ```
 */
export interface FolderDownloadOptions {
  /** Replace files that exist with other bytes. Default false: they are reported as failed with `file_exists`. */
  readonly overwrite?: boolean | undefined;
  /** Number of concurrent downloads. Default 4. */
  readonly concurrency?: number | undefined;
  /** Called for each file when it is complete. */
  readonly onFile?: ((file: DownloadedFile) => void) | undefined;
  /** Aborts. A later call skips the files that are complete and resumes the others. */
  readonly signal?: AbortSignal | undefined;
  /** Consecutive retries per file without receiving a byte. Default 5. */
  readonly maxRetries?: number | undefined;
}

/**
 * Options of the download of a share.
 *
 * @example
 * ```ts
 * import { readFile, writeFile } from 'node:fs/promises';
 * import { DriveClient } from '@drive/sdk';
 * import { downloadFolder, type SharedFolderOptions } from '@drive/sdk/node';
 *
 * const ticket = await readFile('ticket', 'utf8').catch(() => undefined);
 * const options: SharedFolderOptions = { onTicket: (made) => writeFile('ticket', made, { mode: 0o600 }) };
 * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays', { ticket });
 * await downloadFolder(share, null, 'holidays', options);
 * ```
 */
export interface SharedFolderOptions extends FolderDownloadOptions, SharedUrlsOptions {}

/**
 * A file of a downloaded folder.
 *
 * @example
 * ```ts
 * import type { DownloadedFile } from '@drive/sdk/node';
 *
 * const show = ({ path, wasThere }: DownloadedFile): void => console.log(path, wasThere ? 'was there' : 'downloaded');
 * ```
 */
export interface DownloadedFile {
  /** Path below the folder, separated by slashes. */
  readonly path: string;
  /** Path below the directory on this computer. Differs from `path` if a name in it is too long for the disk or not allowed on Windows. */
  readonly localPath: string;
  /** ID of the file on the server. */
  readonly fileId: string;
  /** Whether the file existed with the same bytes, so nothing was downloaded. */
  readonly wasThere: boolean;
}

/**
 * Result of a folder download. A failed file does not stop the others.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { downloadFolder, type FolderDownloadResult } from '@drive/sdk/node';
 *
 * const result: FolderDownloadResult = await downloadFolder(new DriveClient(), null, 'everything');
 * for (const { path, error } of result.failed) console.error(path, error.message);
 * ```
 */
export interface FolderDownloadResult {
  /** In the order of their completion. */
  readonly files: readonly DownloadedFile[];
  /** Files and folders that could not be written. */
  readonly failed: readonly { readonly path: string; readonly error: DriveError }[];
}

const defaultConcurrency = 4;

/**
 * Downloads a folder with its contents, or the whole drive with `null`, into a directory, which is created if it is
 * missing. Skips files that exist with the same bytes and resumes partial ones, so an interrupted call can be repeated. Files
 * get the time of their last modification, or else of their upload. Names that are too long for the disk or not allowed on
 * Windows are changed. A share is downloaded like a folder, with `null` or one of its folders, and counts as one download.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { downloadFolder } from '@drive/sdk/node';
 *
 * const client = new DriveClient();
 * const { id } = await client.files.getByPath('/Photos');
 * const { files, failed } = await downloadFolder(client, id, 'photos');
 * console.log(files.length, 'complete,', failed.length, 'failed');
 * ```
 */
export async function downloadFolder(
  source: DriveClient | OpenedShare,
  folderId: string | null,
  directory: string,
  options: SharedFolderOptions = {},
): Promise<FolderDownloadResult> {
  const { concurrency = defaultConcurrency, signal, onFile } = options;
  if (!Number.isSafeInteger(concurrency) || concurrency < 1)
    throw new DriveError('invalid_argument', 'concurrency must be an integer from 1.');
  const files: DownloadedFile[] = [];
  const failed: { path: string; error: DriveError }[] = [];

  const tree = source instanceof OpenedShare ? sharedTree(source, folderId, options) : ownTree(source, folderId);
  await createDirectory(directory);
  const fold = await findFold(directory);
  const localPaths = new LocalPaths(process.platform, await longestNameIn(directory), fold);

  async function download(item: TreeItem, localPath: string): Promise<void> {
    const path = join(directory, localPath);
    const wasThere = await isThere(path, item);
    if (wasThere) await removePartialDownloads(dirname(path), { name: basename(path) });
    else {
      await createDirectory(dirname(path));
      const { overwrite, maxRetries } = options;
      const modifiedAt = timeOf(item);
      await tree.download(item.id, path, { sha256: item.sha256, modifiedAt, overwrite, maxRetries, signal });
    }
    const file = { path: item.path, localPath, fileId: item.id, wasThere };
    files.push(file);
    onFile?.(file);
  }

  async function guard(item: TreeItem, act: (localPath: string) => Promise<unknown>): Promise<void> {
    try {
      await act(localPaths.take(item.path));
    } catch (thrown) {
      if (!isDriveError(thrown) && signal?.aborted !== true) {
        failed.push({ path: item.path, error: new DriveError('local_file_error', String(thrown), { cause: thrown }) });
        return;
      }
      const error = errorFromThrown(thrown, '', signal);
      if (error.code === 'aborted' || error.status === 401 || tree.isOver?.(error) === true) throw error;
      failed.push({ path: item.path, error });
    }
  }

  const items: TreeItem[] = [];
  for await (const item of tree.list({ signal })) items.push(item);
  for (const item of items.filter(({ type }) => type === 'folder'))
    await guard(item, (localPath) => createDirectory(join(directory, localPath)));
  const placed: { readonly item: TreeItem; readonly path: string }[] = [];
  for (const item of items.filter(({ type }) => type === 'file'))
    await guard(item, async (path) => void placed.push({ item, path }));
  const { first, afterwards } = splitTemporary(placed, fold);
  await eachLimited(first, concurrency, ({ item, path }) => guard(item, () => download(item, path)));
  await eachLimited(afterwards, 1, ({ item, path }) => guard(item, () => download(item, path)));
  return { files, failed };
}

/** A folder of the caller's drive, or of a share. */
interface Tree {
  list(options: RequestOptions): AsyncIterable<TreeItem>;
  download(fileId: string, path: string, options: DownloadOptions): Promise<unknown>;
  /** Whether the error is one of all files. */
  isOver?(error: DriveError): boolean;
}

const ownTree = (client: DriveClient, folderId: string | null): Tree => ({
  list: (options) => client.files.tree(folderId === null ? {} : { folderId }, options),
  download: (fileId, path, options) => downloadFile(client, fileId, path, options),
});

function sharedTree(share: OpenedShare, folderId: string | null, options: SharedUrlsOptions): Tree {
  const urls = new SharedUrls(share, options);
  const { network } = transportOf(share).settings;
  const ended: ReadonlySet<string> = new Set(['share_not_found', 'share_expired']);
  return {
    list: (request) => listShared(share, folderId, request),
    download: (fileId, path, request) =>
      downloadBy(network, () => urls.urlOf(fileId, { signal: request.signal }), path, request),
    isOver: ({ code }) => ended.has(code) || (code === 'share_limit_reached' && !urls.isTaken),
  };
}

/** Deeper than real drives: the listing of a server that invents folders must end. */
const mostDepth = 256;
const pageItems = 200;

async function* listShared(share: OpenedShare, top: string | null, options: RequestOptions): AsyncGenerator<TreeItem> {
  const folders: { readonly id: string | null; readonly path: string; readonly depth: number }[] = [
    { id: top, path: '', depth: 0 },
  ];
  for (const folder of folders) {
    const query = { limit: pageItems, ...(folder.id === null ? {} : { parentId: folder.id }) };
    for await (const item of share.list(query, options)) {
      const path = `${folder.path}${item.name}`;
      yield { ...item, path };
      if (item.type === 'folder' && folder.depth < mostDepth)
        folders.push({ id: item.id, path: `${path}/`, depth: folder.depth + 1 });
    }
  }
}

/** When the content was last modified, or else uploaded. */
const timeOf = ({ modifiedAt, uploadedAt }: TreeItem): Date => new Date(modifiedAt ?? uploadedAt);

async function isThere(path: string, { size, sha256 }: TreeItem): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.size !== size) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') === sha256;
}
