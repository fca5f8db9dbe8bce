import type { ApiPromise } from '../api-promise.ts';
import type { NewUpload, NewUploadBatch, UploadReservation, UploadReservations, UploadStatus } from '../api.gen.ts';
import { errorFromAnswer, errorFromThrown, parseJson } from '../error-from.ts';
import { DriveError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { blobSource } from '../upload/byte-source.ts';
import { ensureFolder } from '../upload/ensure-folder.ts';
import type { FolderUploadOptions, FolderUploadResult } from '../upload/folder-types.ts';
import type { FolderFile } from '../upload/folder.ts';
import { sendByPut } from '../upload/put.ts';
import { nameIn, readSource, type UploadSource } from '../upload/upload-source.ts';
import type { UploadOptions, UploadResult } from '../upload/upload-types.ts';
import { uploadSource } from '../upload/upload.ts';

/** Each attempt sends all bytes. */
const replaceAttempts = 3;

/**
 * Uploads. Reached as `client.uploads`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Uploads } from '@drive/sdk';
 *
 * const save = (uploads: Uploads, text: string) => uploads.upload(new Blob([text]), { name: 'note.txt' });
 * console.log((await save(new DriveClient().uploads, 'hello')).fileId);
 * ```
 */
export class Uploads {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Uploads bytes and resolves when they are stored durably: with one PUT, or from 100 MiB on resumably with tus. A
   * stream is buffered first, because its size must be known: in Node in a temporary file.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const stop = new AbortController();
   * const { fileName } = await client.uploads.upload(new Blob(['hello']), {
   *   name: 'hello.txt',
   *   contentType: 'text/plain',
   *   signal: stop.signal,
   *   onProgress: ({ bytes, total }) => console.log(bytes, 'of', total),
   * });
   * console.log(fileName);
   * ```
   */
  async upload(source: UploadSource, options: UploadOptions = {}): Promise<UploadResult> {
    const given = nameIn(source, options.name);
    const { blob, discard } = await readSource(source, options.signal);
    try {
      return await uploadSource(this.#transport, blobSource(blob, this.#transport.settings.network), given, options);
    } finally {
      await discard();
    }
  }

  /**
   * Uploads bytes to a path and creates the folders that are missing. Like {@link Uploads.upload}, it suits files of
   * any size; `client.files.put` needs one request less for small files.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * await client.uploads.uploadTo('/builds/2026/build.zip', new Blob(['…']), { onConflict: 'replace' });
   * ```
   */
  async uploadTo(
    path: string,
    source: UploadSource,
    options: Omit<UploadOptions, 'name' | 'parentId'> = {},
  ): Promise<UploadResult> {
    const end = path.lastIndexOf('/');
    const name = path.slice(end + 1);
    if (!path.startsWith('/') || name === '')
      throw new DriveError('invalid_argument', `${path} is not the path of a file. Give one like /builds/build.zip.`);
    const { signal, driveId } = options;
    const folder = end === 0 ? undefined : await ensureFolder(this.#transport, path.slice(0, end), { signal, driveId });
    const place = folder === undefined ? { driveId } : { driveId: undefined, parentId: folder.id };
    return await this.upload(source, { ...options, name, ...place });
  }

  /**
   * Replaces the content of a file. The file keeps its ID, name, links and comments, and its previous content becomes a
   * version. If the file is renamed or moved meanwhile, the bytes are sent again under its new name, and what was stored
   * under the old name goes to the trash. Throws `name_conflict` if another file has got the old name and with it the
   * bytes: its previous content is restored if the server keeps versions.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.txt');
   * await client.uploads.replace(id, new Blob(['second edition']));
   * console.log((await client.files.versions.list(id)).items.length);
   * ```
   */
  async replace(
    fileId: string,
    source: UploadSource,
    options: Omit<UploadOptions, 'name' | 'parentId' | 'driveId' | 'onConflict'> = {},
  ): Promise<UploadResult> {
    const calling = { signal: options.signal };
    nameIn(source, 'replaced');
    const { blob, discard } = await readSource(source, options.signal);
    try {
      for (let attempt = 1; ; attempt++) {
        const { name, parentId } = await this.#transport.call('getFile', { params: { id: fileId } }, calling);
        let isNewFile = false;
        const result = await uploadSource(this.#transport, blobSource(blob, this.#transport.settings.network), name, {
          ...options,
          parentId,
          onConflict: 'replace',
          onStored: (stored) => (isNewFile = stored.isNewFile),
        });
        if (result.fileId === fileId) return result;
        await this.#undo(result, { isNewFile }, calling);
        if (attempt === replaceAttempts)
          throw new DriveError('name_conflict', `${name} is being renamed again and again. Replace it later.`);
      }
    } finally {
      await discard();
    }
  }

  /** Removes what a replacement has stored under the old name of a file that was renamed meanwhile. */
  async #undo(
    { fileId, fileName }: UploadResult,
    { isNewFile }: { readonly isNewFile: boolean },
    calling: RequestOptions,
  ): Promise<void> {
    const params = { id: fileId };
    if (isNewFile) {
      // Not purged: others may have worked with the new file already.
      await this.#transport.call('trashFile', { params, query: {} }, calling);
      return;
    }
    // Another file has got the name, and with it the bytes.
    const { versions } = await this.#transport.call('listFileVersions', { params, query: { limit: 1 } }, calling);
    const [previous] = versions;
    if (previous === undefined)
      throw new DriveError(
        'name_conflict',
        `The file was renamed during the upload, and another file is called ${fileName} now, which has got the bytes. The server keeps no version of its previous content: upload it again, then replace the file again.`,
      );
    const version = { id: fileId, version: String(previous.version) };
    await this.#transport.call('restoreFileVersion', { params: version }, calling);
    throw new DriveError(
      'name_conflict',
      `The file was renamed during the upload, and another file is called ${fileName} now; its content was restored. Replace the file again.`,
    );
  }

  /**
   * Uploads many files with their folders, for instance of an `<input webkitdirectory>`. Skips files that exist with
   * the same bytes, so an interrupted call can be repeated. `uploadFolder` of `@drive/sdk/node` uploads from disk.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const input = document.querySelector<HTMLInputElement>('input[webkitdirectory]');
   * const { files, failed } = await new DriveClient().uploads.uploadFolder(input?.files ?? [], {
   *   onProgress: ({ bytes, total, secondsLeft }) => console.log(bytes, 'of', total, secondsLeft),
   * });
   * console.log(files.length, 'stored');
   * for (const { path, error } of failed) console.error(path, error.message);
   * ```
   */
  async uploadFolder(
    files: Iterable<File | FolderFile>,
    options: FolderUploadOptions = {},
  ): Promise<FolderUploadResult> {
    const { network } = this.#transport.settings;
    // Not part of what a page loads at first.
    const { placeFile, uploadFolder } = await import('../upload/folder.ts');
    return await uploadFolder(
      this.#transport,
      [],
      [...files].map((file) => placeFile(file, network)),
      options,
    );
  }

  /**
   * Reserves an upload, like {@link Uploads.upload}. Send the bytes with `put`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const session = await client.uploads.create({ fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5 });
   * await client.uploads.put(session, new Blob(['hello']));
   * ```
   */
  create(upload: NewUpload, options?: RequestOptions): ApiPromise<UploadReservation> {
    return this.#transport.call('createUpload', { body: upload }, options);
  }

  /**
   * Reserves up to 100 uploads, all or none.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const names = ['a.txt', 'b.txt'];
   * const { files } = await client.uploads.createBatch({
   *   files: names.map((fileName) => ({ fileName, contentType: 'text/plain', fileSizeBytes: 5 })),
   * });
   * for (const session of files) await client.uploads.put(session, new Blob(['hello']));
   * ```
   */
  createBatch(batch: NewUploadBatch, options?: RequestOptions): ApiPromise<UploadReservations> {
    return this.#transport.call('createUploadBatch', { body: batch }, options);
  }

  /**
   * Sends all bytes of a reserved upload in one PUT. Retries failed attempts.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const session = await client.uploads.create({ fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5 });
   * const { fileName } = await client.uploads.put(session, new Blob(['hello']));
   * console.log(fileName);
   * ```
   */
  put(
    session: UploadReservation,
    bytes: Blob,
    options: Pick<RequestOptions, 'signal' | 'maxRetries'> = {},
  ): Promise<UploadStatus> {
    const { signal, maxRetries } = options;
    const source = blobSource(bytes, this.#transport.settings.network);
    return sendByPut(this.#transport, source, session, { onSent: () => {}, signal, maxRetries });
  }

  /**
   * Progress of an upload.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { status } = await new DriveClient().uploads.status('5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11');
   * console.log(status);
   * ```
   */
  status(sessionId: string, options?: RequestOptions): ApiPromise<UploadStatus> {
    return this.#transport.call('getUploadStatus', { params: { sessionId } }, options);
  }

  /**
   * Cancels a reserved upload and frees its reservation.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const session = await client.uploads.create({ fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5 });
   * await client.uploads.cancel(session);
   * ```
   */
  async cancel(
    session: Pick<UploadReservation, 'uploadUrl'>,
    options: Pick<RequestOptions, 'signal'> = {},
  ): Promise<void> {
    let response: Response;
    try {
      response = await this.#transport.settings.network.fetch(session.uploadUrl, {
        method: 'DELETE',
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
    } catch (thrown) {
      throw errorFromThrown(thrown, session.uploadUrl, options.signal);
    }
    if (!response.ok)
      throw errorFromAnswer(
        { status: response.status, header: (name) => response.headers.get(name) },
        parseJson(await response.text()),
      );
  }
}
