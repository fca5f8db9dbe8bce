import type { ApiPromise } from '../api-promise.ts';
import type {
  ArchiveUrl,
  DownloadUrl,
  DownloadUrls,
  FileItem,
  FolderItem,
  Item,
  ItemBatchResult,
  ItemChange,
  ItemMove,
  ListFilesQuery,
  ListTreeQuery,
  MoveResult,
  NewArchive,
  NewFolder,
  TreeItem,
} from '../api.gen.ts';
import { type PagedList, pagedListOf } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { blobSource } from '../upload/byte-source.ts';
import { ensureFolder, type EnsureFolderOptions } from '../upload/ensure-folder.ts';
import { putFile, type PutFileOptions } from '../upload/put-file.ts';
import { toBlob } from '../upload/upload-source.ts';
import { copyItems, destinationIn, type CopyOptions, type CopyResult, type ItemCopy } from './copy-items.ts';
import {
  type BlobDownloadOptions,
  fetchBytes,
  incoming,
  type Incoming,
  readBlob,
  readStream,
} from './download-bytes.ts';
import { FileVersions } from './file-versions.ts';
import { transformFields, type ImageTransform } from './image-urls.ts';
import { MarkedFiles } from './marked-files.ts';
import type { TrashOptions } from './trash.ts';

/**
 * The caller's files and folders. Reached as `client.files`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Files } from '@drive/sdk';
 *
 * const sizeOf = async (files: Files, path: string) => (await files.getByPath(path)).size;
 * console.log(await sizeOf(new DriveClient().files, '/Photos'));
 * ```
 */
export class Files extends MarkedFiles {
  readonly #transport: Transport;
  /** Previous contents of files. */
  readonly versions: FileVersions;

  /** @internal */
  constructor(transport: Transport) {
    super(transport);
    this.#transport = transport;
    this.versions = new FileVersions(transport);
  }

  /**
   * Lists a folder (the root without `parentId`), or with `q` all files whose name contains it. Filters select items that match
   * all of them.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { items } = await client.files.list({ sort: '-size', limit: 10 });
   * for await (const item of client.files.list({ q: 'invoice' })) console.log(item.name, items.length);
   * for await (const item of client.files.list({ tag: ['paid'], meta: { order: '42' } })) console.log(item.name);
   * ```
   */
  list(query: ListFilesQuery = {}, options?: RequestOptions): PagedList<Item> {
    return pagedListOf(this.#transport, 'listFiles', 'files', { query }, options);
  }

  /**
   * Returns a file or folder.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const item = await new DriveClient().files.get('0b8f6a1e-6f3f-4f57-9d0e-3b0f1f0f8f11');
   * console.log(item.name, item.sha256);
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<Item> {
    return this.#transport.call('getFile', { params: { id } }, options);
  }

  /**
   * Returns a file or folder by its path from the root, from that of the team drive `driveId`, or from the folder `folderId`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const item = await new DriveClient().files.getByPath('/Photos/2026/sea.jpg');
   * console.log(item.id);
   * ```
   */
  getByPath(
    path: string,
    options: RequestOptions & { readonly folderId?: string | undefined; readonly driveId?: string | undefined } = {},
  ): ApiPromise<Item> {
    const { folderId, driveId, ...rest } = options;
    return this.#transport.call('getFileByPath', { query: { path, folderId, driveId } }, rest);
  }

  /**
   * Stores a file at a path in one request and creates the folders that are missing. The fastest way for small files, and
   * the way to store empty ones. The path begins in the root, or in the folder `folderId` of the options. Large files are
   * better sent with `client.uploads`, which resumes them.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.put('/builds/log.txt', new Blob(['done']), { onConflict: 'replace' });
   * console.log(id);
   * ```
   */
  put(path: string, source: Blob | ArrayBuffer | ArrayBufferView, options: PutFileOptions = {}): Promise<FileItem> {
    return putFile(this.#transport, path, blobSource(toBlob(source), this.#transport.settings.network), options);
  }

  /**
   * Iterates over everything below a folder (the whole drive without `folderId`) with its path from there, each folder before
   * what is in it. Fetches a page of `limit` items at a time, 200 unless given. An item that is replaced during the
   * iteration may occur again.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const photos = await client.files.getByPath('/Photos');
   * for await (const { path, size } of client.files.tree({ folderId: photos.id })) console.log(path, size);
   * ```
   */
  async *tree(query: Omit<ListTreeQuery, 'cursor'> = {}, options?: RequestOptions): AsyncGenerator<TreeItem, void> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await this.#transport.call('listTree', { query: { limit: 200, ...query, cursor } }, options);
      yield* page.items;
      cursor = page.pagination.nextCursor;
    }
  }

  /**
   * Creates a folder. Throws `name_conflict` if a sibling has the name.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const photos = await client.files.createFolder({ name: 'Photos' });
   * await client.files.createFolder({ name: '2026', parentId: photos.id });
   * ```
   */
  createFolder(folder: NewFolder, options?: RequestOptions): ApiPromise<FolderItem> {
    return this.#transport.call('createFolder', { body: folder }, options) as ApiPromise<FolderItem>;
  }

  /**
   * Returns the folder at a path, and creates it and the folders above it if they are missing.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.ensureFolder('/Photos/2026');
   * await client.uploads.upload(new Blob(['hello']), { name: 'hello.txt', parentId: id });
   * ```
   */
  ensureFolder(path: string, options: EnsureFolderOptions = {}): Promise<FolderItem> {
    return ensureFolder(this.#transport, path, options);
  }

  /**
   * Renames, moves, describes or tags a file or folder, atomically. `parentId: null` is the root. `metadata` is merged into that of the
   * item: `null` as a value removes the key, `null` for all of it every key. `tags` replace those of the item. Throws
   * `name_conflict` if a sibling has the name, `folder_cycle` if the destination is inside the folder.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const draft = await client.files.getByPath('/drafts/report.txt');
   * await client.files.update(draft.id, { name: 'report-final.txt', parentId: null });
   * await client.files.update(draft.id, { metadata: { order: '42', draft: null }, tags: ['Reports'] });
   * ```
   */
  update(id: string, change: ItemChange, options?: RequestOptions): ApiPromise<Item> {
    return this.#transport.call('updateFile', { params: { id }, body: destinationIn(change) }, options);
  }

  /**
   * Moves files and folders into one folder, or into the root with `parentId: null`. Items that could not be moved are in `failed`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const archive = await client.files.getByPath('/Archive');
   * const { items } = await client.files.list({ q: '2019' });
   * const { failed } = await client.files.move({ ids: items.map(({ id }) => id), parentId: archive.id });
   * for (const { id, message } of failed) console.error(id, message);
   * ```
   */
  move(move: ItemMove, options?: RequestOptions): ApiPromise<MoveResult> {
    return this.#transport.call('moveFiles', { body: destinationIn(move) }, options);
  }

  /**
   * Copies files and folders into a folder, or the root (`parentId: null`), without bytes. Waits for the end of large copies.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { files } = new DriveClient();
   * const { copied } = await files.copy({ ids: [(await files.getByPath('/Templates')).id], parentId: null });
   * ```
   */
  copy(copy: ItemCopy, options?: CopyOptions): Promise<CopyResult> {
    return copyItems(this.#transport, copy, options);
  }

  /**
   * Moves a file, or a folder with its contents, to the trash. `client.trash` restores it or deletes it permanently.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { files } = new DriveClient();
   * await files.trash((await files.getByPath('/old')).id);
   * ```
   */
  trash(id: string, { onlyIfEmpty, ...options }: TrashOptions = {}): ApiPromise<void> {
    return this.#transport.call('trashFile', { params: { id }, query: { onlyIfEmpty } }, options);
  }

  /**
   * Moves up to 200 files and folders to the trash. Items that could not be moved are in `failed`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { items } = await client.files.list({ q: '.tmp', limit: 200 });
   * const { failed } = await client.files.trashMany(items.map(({ id }) => id));
   * for (const { id, message } of failed) console.error(id, message);
   * ```
   */
  trashMany(ids: readonly string[], options?: RequestOptions): ApiPromise<ItemBatchResult> {
    return this.#transport.call('trashFiles', { body: { ids: [...ids] } }, options);
  }

  /**
   * Creates signed URLs of up to 200 files with one request, or with a transform those of images in another size or format.
   * Files without a URL are in `failed`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { items } = await client.files.list({ q: '.jpg', limit: 200 });
   * const { urls } = await client.files.downloadUrls(items.map(({ id }) => id));
   * for (const { id, downloadUrl, expiresAt } of urls) console.log(id, downloadUrl, expiresAt);
   * ```
   */
  downloadUrls(
    ids: readonly string[],
    { inline = false, transform }: { inline?: boolean; transform?: ImageTransform } = {},
    options?: RequestOptions,
  ): ApiPromise<DownloadUrls> {
    const body = {
      ids: [...ids],
      inline,
      ...(transform === undefined ? {} : { transform: transformFields(transform) }),
    };
    return this.#transport.call('createDownloadUrls', { body }, options);
  }

  /**
   * Creates a signed URL of the bytes. It needs no credential and expires after 15 minutes, unless the server is
   * configured otherwise.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * const { downloadUrl } = await client.files.downloadUrl(id, { inline: true });
   * console.log(downloadUrl);
   * ```
   */
  downloadUrl(fileId: string, query: { inline?: boolean } = {}, options?: RequestOptions): ApiPromise<DownloadUrl> {
    return this.#transport.call('getDownloadUrl', { params: { fileId }, query }, options);
  }

  /**
   * Fetches the bytes as a `Response`: read them with `blob()`, `text()` or as the stream `body`. The header `range`
   * selects a part. `downloadToPath` of `@drive/sdk/node` writes to a path, resumes, and verifies the SHA-256.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/notes.txt');
   * const response = await client.files.download(id, { headers: { range: 'bytes=0-99' } });
   * console.log(await response.text());
   * ```
   */
  async download(fileId: string, options: RequestOptions = {}): Promise<Response> {
    const { downloadUrl } = await this.downloadUrl(fileId, {}, { ...options, headers: undefined });
    return await fetchBytes(this.#transport, downloadUrl, options);
  }

  /**
   * Downloads the bytes as a Blob. Resumes after a lost connection and verifies the SHA-256.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { files } = new DriveClient();
   * console.log(URL.createObjectURL(await files.downloadBlob((await files.getByPath('/sea.jpg')).id)));
   * ```
   */
  async downloadBlob(fileId: string, options: BlobDownloadOptions = {}): Promise<Blob> {
    return await readBlob(this.#incoming(fileId, options));
  }

  /**
   * Downloads the bytes as a stream. Resumes after a lost connection; a wrong SHA-256 is an error at the end of the
   * stream.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/log.txt');
   * const lines = client.files.downloadStream(id).pipeThrough(new TextDecoderStream());
   * for await (const text of lines) console.log(text);
   * ```
   */
  downloadStream(fileId: string, options: BlobDownloadOptions = {}): ReadableStream<Uint8Array<ArrayBuffer>> {
    return readStream(this.#incoming(fileId, options));
  }

  #incoming(fileId: string, options: BlobDownloadOptions): Incoming {
    const { signal } = options;
    return incoming(this.#transport, async () => (await this.downloadUrl(fileId, {}, { signal })).downloadUrl, options);
  }

  /**
   * Creates a ZIP as a signed URL for one download within ten minutes: of up to 200 files, or of up to 200 files and folders. A
   * folder is contained with everything below it, however many files, and with its empty folders; a single folder is the top of the
   * ZIP. Throws `archive_size_exceeded` with both sizes in `details`. `downloadArchive` of `@drive/sdk/node` writes it to a path.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { items } = await client.files.list({ q: '.pdf' });
   * const { downloadUrl, totalBytes } = await client.files.archive(items.map(({ id }) => id));
   * console.log(downloadUrl, totalBytes);
   *
   * const photos = await client.files.getByPath('/Photos');
   * const { fileCount } = await client.files.archive({ folderIds: [photos.id] });
   * console.log(fileCount);
   * ```
   */
  archive(items: readonly string[] | NewArchive, options?: RequestOptions): ApiPromise<ArchiveUrl> {
    const body: NewArchive = 'length' in items ? { fileIds: [...items] } : items;
    return this.#transport.call('createArchive', { body }, options);
  }
}
