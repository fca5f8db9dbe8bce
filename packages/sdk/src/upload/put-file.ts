import type { FileItem } from '../api.gen.ts';
import { errorFromAnswer, errorFromThrown } from '../error-from.ts';
import { DriveError, isDriveError } from '../error.ts';
import { isTransient, withRetries } from '../retry.ts';
import type { Transport } from '../transport.ts';
import type { ByteSource } from './byte-source.ts';
import { findContentType } from './find-content-type.ts';
import { formatModifiedAt } from './modified-at.ts';
import { reprDigest } from './put.ts';

/**
 * Options of a file that is stored at a path.
 *
 * @example
 * ```ts
 * import { DriveClient, type PutFileOptions } from '@drive/sdk';
 *
 * const options: PutFileOptions = { onConflict: 'replace', contentType: 'text/plain' };
 * await new DriveClient().files.put('/builds/log.txt', new Blob(['done']), options);
 * ```
 */
export interface PutFileOptions {
  /** Policy if there is a file at the path. `rename` (default) stores the new one as `name (1).ext`; `fail` throws 409. */
  readonly onConflict?: 'rename' | 'replace' | 'fail' | undefined;
  /** Replaces the file only if its SHA-256 is this one, in lower-case hex. Throws 412 `precondition_failed` otherwise. */
  readonly ifSha256?: string | undefined;
  /** Stores the file only if there is no item at the path. Throws 412 `precondition_failed` otherwise. Default false. */
  readonly ifAbsent?: boolean | undefined;
  /** ID of the folder that the path begins in. Default: the root. */
  readonly folderId?: string | undefined;
  /** ID of a team drive, in whose root the path begins. */
  readonly driveId?: string | undefined;
  /** Share the file. The item has the token. */
  readonly share?: boolean | undefined;
  /** Default: the type of the source, or else of the file name. */
  readonly contentType?: string | undefined;
  /** When the content was last modified. Default: the time of a File. */
  readonly modifiedAt?: Date | undefined;
  /** Metadata of the file, texts by key. If the bytes replace a file, it takes the place of that of the file. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Tags of the file. If the bytes replace a file, they take the place of those of the file. */
  readonly tags?: readonly string[] | undefined;
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
  /** Retries after the first attempt. Default: the client's. */
  readonly maxRetries?: number | undefined;
}

export interface StoredFile {
  readonly item: FileItem;
  /** `false` if the bytes replaced others, and if that is not known after a lost response. */
  readonly isNewFile: boolean;
}

export const putFile = async (
  transport: Transport,
  path: string,
  source: ByteSource,
  options: PutFileOptions,
): Promise<FileItem> => (await storeAtPath(transport, path, source, options)).item;

/** Stores a file at a path in one request. A repeated attempt never stores a second file. */
export async function storeAtPath(
  transport: Transport,
  path: string,
  source: ByteSource,
  options: PutFileOptions,
): Promise<StoredFile> {
  const { onConflict = 'rename', ifSha256, ifAbsent = false, folderId, driveId, signal } = options;
  const { maxRetries = transport.settings.maxRetries } = options;
  if (!path.startsWith('/') || path.endsWith('/'))
    throw new DriveError('invalid_argument', `${path} is not the path of a file. Give one like /builds/build.zip.`);
  const sha256 = await source.sha256(signal);
  const contentType = await findContentType(options.contentType, source, path.slice(path.lastIndexOf('/') + 1));
  const placed = { ...options, contentType };
  const onRetry = transport.settings.network.retried('PUT', urlOf(transport, path, source, placed));
  const match = ifSha256 === undefined ? undefined : { 'if-match': `"${ifSha256}"` };
  const condition = ifAbsent ? { 'if-none-match': '*' } : match;
  // Only a condition distinguishes a repeated attempt from a second file.
  const isNew = condition === undefined && onConflict === 'rename';

  async function send(condition: Readonly<Record<string, string>>, isRenamed: boolean): Promise<StoredFile> {
    const url = urlOf(transport, path, source, { ...placed, onConflict: isRenamed ? 'rename' : options.onConflict });
    const headers = {
      ...(await transport.credential('PUT')),
      'repr-digest': reprDigest(sha256),
      ...(options.metadata === undefined ? {} : { 'x-drive-metadata': asciiJson(options.metadata) }),
      ...(options.tags === undefined ? {} : { 'x-drive-tags': asciiJson(options.tags) }),
      ...condition,
    };
    const request = { method: 'PUT', url, headers, start: 0, end: source.size } as const;
    const answer = await source.send(request, { onSent: () => {}, signal }).catch((thrown: unknown) => {
      throw errorFromThrown(thrown, url, signal);
    });
    if (answer.status === 200 || answer.status === 201)
      return { item: answer.body as FileItem, isNewFile: answer.status === 201 };
    throw errorFromAnswer(answer, answer.body);
  }

  /** The file at the path if it has these bytes: an attempt may have stored it although its response was lost. */
  async function findStored(): Promise<StoredFile | undefined> {
    const item = await transport
      .call('getFileByPath', { query: { path, folderId, driveId } }, { signal })
      .catch((error: unknown) => {
        if (isDriveError(error) && error.status === 404) return undefined;
        throw error;
      });
    if (item?.type !== 'file' || item.sha256 !== sha256) return undefined;
    return { item, isNewFile: isNew || ifAbsent || onConflict === 'fail' };
  }

  let attempts = 0;
  try {
    return await withRetries(
      async (attempt) => {
        attempts = attempt;
        const stored = attempt > 1 ? await findStored() : undefined;
        return stored ?? (await send(condition ?? (isNew ? { 'if-none-match': '*' } : {}), false));
      },
      { maxRetries, signal, onRetry },
    );
  } catch (error) {
    const isTaken = error instanceof DriveError && ['precondition_failed', 'name_conflict'].includes(error.code);
    // An earlier attempt may have been completed after it was given up.
    const stored = isTaken && attempts > 1 ? await findStored() : undefined;
    if (stored !== undefined) return stored;
    if (!isNew || !isTaken || error.code !== 'precondition_failed') throw error;
  }
  // The name is taken. After a lost response it is unknown which of the numbered files is this one.
  return await withRetries(() => send({}, true), {
    maxRetries,
    signal,
    isTransient: (error) => isTransient(error) && error.status === 429,
    onRetry,
  });
}

/** JSON for a header: browsers refuse other characters than those of Latin-1. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function urlOf(
  transport: Transport,
  path: string,
  source: ByteSource,
  options: PutFileOptions & { readonly contentType: string },
): string {
  const { onConflict, ifSha256, folderId, driveId, share, contentType } = options;
  const names = path.slice(1).split('/');
  const modifiedAt = formatModifiedAt(options.modifiedAt ?? source.modifiedAt);
  const query = new URLSearchParams({
    contentType,
    ...(onConflict === undefined || ifSha256 !== undefined ? {} : { onConflict }),
    ...(folderId === undefined ? {} : { folderId }),
    ...(driveId === undefined ? {} : { driveId }),
    ...(share === true ? { share: 'true' } : {}),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
  });
  return `${transport.settings.baseUrl}/files/by-path/${names.map(encodeURIComponent).join('/')}?${query.toString()}`;
}
