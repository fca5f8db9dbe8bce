import { type Item, resumableFromBytes, type NewUpload, type UploadReservation } from '../api.gen.ts';
import { errorFromThrown } from '../error-from.ts';
import { DriveError, isDriveError } from '../error.ts';
import type { Network } from '../network.ts';
import { pagedListOf } from '../page.ts';
import type { Transport } from '../transport.ts';
import { blobSource, type ByteSource } from './byte-source.ts';
import { eachLimited } from './each-limited.ts';
import type { FolderUploadOptions, FolderUploadResult, UploadedFile } from './folder-types.ts';
import { cleanItemName, isNumberedName } from './item-name.ts';
import { ProgressMeter } from './progress-meter.ts';
import { cancelUpload, sendByPut } from './put.ts';
import { toBlob } from './upload-source.ts';
import type { UploadResult } from './upload-types.ts';
import { newUpload, uploadSource } from './upload.ts';

/** A file with its path relative to the destination. */
export interface PlacedFile {
  /** Separated by slashes. */
  readonly path: string;
  readonly source: ByteSource;
  readonly contentType?: string | undefined;
}

/** Known contents of a folder. */
interface Place {
  readonly id: string | null;
  readonly children: ReadonlyMap<string, Item>;
  readonly filesBySize: ReadonlyMap<number, readonly Item[]>;
}

const batchFiles = 50;
const defaultConcurrency = 4;

/** Creates the folders, skips existing files, and sends the rest. Small files are reserved in batches. */
export async function uploadFolder(
  transport: Transport,
  folders: readonly string[],
  files: readonly PlacedFile[],
  options: FolderUploadOptions,
): Promise<FolderUploadResult> {
  return await new FolderUpload(transport, files, options).run(folders);
}

class FolderUpload {
  readonly #transport: Transport;
  readonly #files: readonly PlacedFile[];
  readonly #options: FolderUploadOptions;
  readonly #places = new Map<string, Promise<Place>>();
  readonly #done: (UploadedFile | undefined)[] = [];
  readonly #failed = new Map<number, DriveError>();
  readonly #sent: number[];
  readonly #meter: ProgressMeter | undefined;

  constructor(transport: Transport, files: readonly PlacedFile[], options: FolderUploadOptions) {
    this.#transport = transport;
    this.#files = files;
    this.#options = options;
    this.#sent = files.map(() => 0);
    const total = files.reduce((sum, { source }) => sum + source.size, 0);
    this.#meter = options.onProgress === undefined ? undefined : new ProgressMeter(total, options.onProgress);
  }

  async run(folders: readonly string[]): Promise<FolderUploadResult> {
    const { concurrency = defaultConcurrency } = this.#options;
    if (!Number.isSafeInteger(concurrency) || concurrency < 1)
      throw new DriveError('invalid_argument', 'concurrency must be an integer from 1.');
    // Without a folder its files cannot be sent.
    await this.#place('');
    const failedFolders = new Map<string, DriveError>();
    await eachLimited(folders, concurrency, (path) =>
      this.#guard(
        async () => void (await this.#place(path)),
        (error) => failedFolders.set(path, error),
      ),
    );
    const missing: number[] = [];
    const sendable = this.#refuseEqualNames([...this.#files.keys()]);
    await eachLimited(sendable, concurrency, (index) =>
      this.#guardFile(index, async () => {
        if (!(await this.#isThere(index))) missing.push(index);
      }),
    );
    missing.sort((a, b) => a - b);
    const sizeOf = (index: number): number => this.#file(index).source.size;
    const isLarge = (index: number): boolean => sizeOf(index) >= resumableFromBytes;
    for (const batch of inBatches(missing.filter((index) => sizeOf(index) > 0 && !isLarge(index))))
      await this.#sendBatch(batch, concurrency);
    await eachLimited(
      missing.filter((index) => sizeOf(index) === 0),
      concurrency,
      (index) => this.#guardFile(index, () => this.#sendAlone(index)),
    );
    await eachLimited(missing.filter(isLarge), Math.min(concurrency, 2), (index) =>
      this.#guardFile(index, () => this.#sendAlone(index)),
    );
    return {
      files: this.#done.filter((file) => file !== undefined),
      failed: [
        ...[...failedFolders].map(([path, error]) => ({ path, error })),
        ...[...this.#failed]
          .toSorted(([a], [b]) => a - b)
          .map(([index, error]) => ({ path: this.#file(index).path, error })),
      ],
    };
  }

  /** Failures are recorded per file. Aborts and invalid credentials end the whole upload. */
  async #guard(act: () => Promise<void>, onError: (error: DriveError) => void): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      const error = errorFromThrown(thrown, this.#transport.settings.baseUrl, this.#options.signal);
      if (error.code === 'aborted' || error.status === 401) throw error;
      onError(error);
    }
  }

  #guardFile(index: number, act: () => Promise<void>): Promise<void> {
    return this.#guard(act, (error) => this.#failed.set(index, error));
  }

  #file(index: number): PlacedFile {
    const file = this.#files[index];
    if (file === undefined) throw new Error(`there is no file ${index}`);
    return file;
  }

  #finish(index: number, { fileId, fileName }: Pick<UploadResult, 'fileId' | 'fileName'>, wasThere: boolean): void {
    const done = { path: this.#file(index).path, fileId, fileName, wasThere };
    this.#done[index] = done;
    this.#count(index, this.#file(index).source.size);
    this.#options.onFile?.(done);
  }

  #count(index: number, bytes: number): void {
    this.#sent[index] = Math.min(bytes, this.#file(index).source.size);
    this.#meter?.set(this.#sent.reduce((sum, each) => sum + each, 0));
  }

  /** Returns the folder at a path, creating it if missing. Requests each folder once. */
  #place(path: string): Promise<Place> {
    const known = this.#places.get(path);
    if (known !== undefined) return known;
    const place = this.#prepare(path);
    place.catch(() => {});
    this.#places.set(path, place);
    return place;
  }

  async #prepare(path: string): Promise<Place> {
    if (path === '') return await this.#list(this.#options.parentId ?? null);
    const parent = await this.#place(folderOf(path));
    const name = nameOf(path);
    const found = parent.children.get(name);
    if (found?.type === 'folder') return await this.#list(found.id);
    const body = { name, ...(parent.id === null ? {} : { parentId: parent.id }) };
    const { id } = await this.#transport.call('createFolder', { body }, this.#calling());
    return { id, children: new Map(), filesBySize: new Map() };
  }

  async #list(id: string | null): Promise<Place> {
    const children = new Map<string, Item>();
    const filesBySize = new Map<number, Item[]>();
    const query = { limit: 200, ...(id === null ? {} : { parentId: id }) };
    const list = pagedListOf(this.#transport, 'listFiles', 'files', { query }, this.#calling());
    for await (const item of list) {
      children.set(item.name, item);
      if (item.size === null) continue;
      const equal = filesBySize.get(item.size);
      if (equal === undefined) filesBySize.set(item.size, [item]);
      else equal.push(item);
    }
    return { id, children, filesBySize };
  }

  /** Two files that clean to one name are both kept by `rename` alone; otherwise one would replace or hide the other. */
  #refuseEqualNames(indexes: readonly number[]): number[] {
    const { onConflict = 'rename' } = this.#options;
    const firstOf = new Map<string, string>();
    return indexes.filter((index) => {
      const { path } = this.#file(index);
      const place = `${folderOf(path)}/${nameOf(path)}`;
      const first = firstOf.get(place);
      if (first === undefined) firstOf.set(place, path);
      if (first === undefined || onConflict === 'rename') return true;
      const what =
        path.normalize('NFC') === first.normalize('NFC')
          ? `${path} exists twice, composed and decomposed, which is one name on the server`
          : `${JSON.stringify(path)} and ${JSON.stringify(first)} have the same name on the server`;
      const message = `${what}. Rename one of them.`;
      this.#failed.set(index, new DriveError('name_conflict', message));
      return false;
    });
  }

  /** Whether the server has the bytes under the name of the file, or under one that it chose in an earlier call. */
  async #isThere(index: number): Promise<boolean> {
    const { path, source } = this.#file(index);
    const { onConflict = 'rename', signal } = this.#options;
    const { children, filesBySize } = await this.#place(folderOf(path));
    const name = nameOf(path);
    const taken = children.get(name);
    const candidates = (filesBySize.get(source.size) ?? []).filter(
      (item) =>
        item.sha256 !== null && (item === taken || (onConflict === 'rename' && isNumberedName(item.name, name))),
    );
    const sha256 = candidates.length === 0 ? undefined : await source.sha256(signal);
    const found = candidates.find((item) => item.sha256 === sha256) ?? (onConflict === 'skip' ? taken : undefined);
    if (found === undefined) return false;
    this.#finish(index, { fileId: found.id, fileName: found.name }, true);
    return true;
  }

  async #describe(index: number): Promise<NewUpload> {
    const { path, source, contentType } = this.#file(index);
    const { id: parentId } = await this.#place(folderOf(path));
    return newUpload(source, nameOf(path), { parentId, contentType, onConflict: this.#onConflict });
  }

  /** Reserves files together, or individually if that fails, so that an invalid file affects only itself. */
  async #sendBatch(batch: readonly number[], concurrency: number): Promise<void> {
    const sessions = new Map<number, UploadReservation>();
    const described = new Map<number, NewUpload>();
    for (const index of batch)
      await this.#guardFile(index, async () => void described.set(index, await this.#describe(index)));
    try {
      const body = { files: [...described.values()] };
      const answer =
        described.size < 2 ? undefined : await this.#transport.call('createUploadBatch', { body }, this.#calling());
      for (const [place, index] of [...described.keys()].entries()) {
        const session = answer?.files[place];
        if (session !== undefined) sessions.set(index, session);
      }
    } catch (error) {
      if (!isDriveError(error) || error.code === 'aborted') throw error;
    }
    try {
      await eachLimited([...described.keys()], concurrency, (index) =>
        this.#guardFile(index, () => this.#sendSmall(index, described.get(index), sessions)),
      );
    } catch (error) {
      await Promise.all([...sessions.values()].map((session) => cancelUpload(this.#transport, session)));
      throw error;
    }
  }

  async #sendSmall(
    index: number,
    body: NewUpload | undefined,
    sessions: Map<number, UploadReservation>,
  ): Promise<void> {
    if (body === undefined) return;
    const session = sessions.get(index) ?? (await this.#transport.call('createUpload', { body }, this.#calling()));
    sessions.set(index, session);
    try {
      const { signal, maxRetries } = this.#options;
      const onSent = (bytes: number): void => this.#count(index, bytes);
      const { source } = this.#file(index);
      const { fileId, fileName } = await sendByPut(this.#transport, source, session, { onSent, signal, maxRetries });
      sessions.delete(index);
      this.#finish(index, { fileId: fileId ?? session.fileId, fileName: fileName ?? body.fileName }, false);
    } catch (error) {
      sessions.delete(index);
      await cancelUpload(this.#transport, session);
      throw error;
    }
  }

  async #sendAlone(index: number): Promise<void> {
    const { path, source, contentType } = this.#file(index);
    const { resumeStore, signal, maxRetries } = this.#options;
    const result = await uploadSource(this.#transport, source, nameOf(path), {
      parentId: (await this.#place(folderOf(path))).id,
      contentType,
      onConflict: this.#onConflict,
      resumeStore,
      signal,
      maxRetries,
      onProgress: ({ bytes }) => this.#count(index, bytes),
    });
    this.#finish(index, result, false);
  }

  /** A file that got the name after the folder was listed is never replaced by `skip`. */
  get #onConflict(): 'rename' | 'replace' | 'fail' | undefined {
    const { onConflict } = this.#options;
    return onConflict === 'skip' ? 'fail' : onConflict;
  }

  #calling(): { readonly signal: AbortSignal | undefined; readonly maxRetries: number | undefined } {
    return { signal: this.#options.signal, maxRetries: this.#options.maxRetries };
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => cleanItemName(path.slice(path.lastIndexOf('/') + 1));

function* inBatches(indexes: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < indexes.length; start += batchFiles) yield indexes.slice(start, start + batchFiles);
}

/**
 * A file and its path within a folder.
 *
 * @example
 * ```ts
 * import { DriveClient, type FolderFile } from '@drive/sdk';
 *
 * const files: FolderFile[] = [{ path: 'site/index.html', source: new Blob(['<h1>Hello</h1>']) }];
 * await new DriveClient().uploads.uploadFolder(files);
 * ```
 */
export interface FolderFile {
  /** Separated by slashes: `photos/2026/sea.jpg`. */
  readonly path: string;
  /** The bytes. */
  readonly source: Blob | ArrayBuffer | ArrayBufferView;
  /** Default: the type of the source, or else of the file name. */
  readonly contentType?: string | undefined;
}

/** Files of an `<input webkitdirectory>` have a path; others go to the top. */
export function placeFile(file: File | FolderFile, network: Network): PlacedFile {
  const { path, source, contentType } = file instanceof Blob ? describe(file) : file;
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new DriveError(
      'invalid_argument',
      `${path} is not a path of a file in a folder. Give one like photos/sea.jpg.`,
    );
  return { path, source: blobSource(toBlob(source), network), contentType };
}

function describe(file: File): FolderFile {
  return { path: file.webkitRelativePath || file.name, source: file };
}
