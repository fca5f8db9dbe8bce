/**
 * How far an upload is.
 *
 * @example
 * ```ts
 * import type { UploadProgress } from '@drive/sdk';
 *
 * const show = ({ bytes, total }: UploadProgress): void => console.log(`${Math.round((bytes / total) * 100)} %`);
 * ```
 */
export interface UploadProgress {
  /** Bytes sent so far, those of earlier runs included. */
  readonly bytes: number;
  readonly total: number;
  /** Over the last few seconds; 0 until there is something to go by. */
  readonly bytesPerSecond: number;
  /** null until there is something to go by. */
  readonly secondsLeft: number | null;
}

/**
 * What is remembered of a resumable upload, so that another process or page can go on with it.
 *
 * @example
 * ```ts
 * import type { ResumeEntry } from '@drive/sdk';
 *
 * const entry: ResumeEntry = { sessionId: crypto.randomUUID(), fileId: crypto.randomUUID(), shareToken: null, shortUrl: null };
 * console.log(JSON.stringify(entry));
 * ```
 */
export interface ResumeEntry {
  readonly sessionId: string;
  readonly fileId: string;
  readonly shareToken: string | null;
  readonly shortUrl: string | null;
}

/**
 * Where resumable uploads are remembered, by a key that names source and destination.
 *
 * @example
 * ```ts
 * import type { ResumeStore } from '@drive/sdk';
 *
 * const inBrowser: ResumeStore = {
 *   get: async (key) => JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined,
 *   set: async (key, entry) => localStorage.setItem(key, JSON.stringify(entry)),
 *   remove: async (key) => localStorage.removeItem(key),
 * };
 * ```
 */
export interface ResumeStore {
  get(key: string): Promise<ResumeEntry | undefined>;
  set(key: string, entry: ResumeEntry): Promise<void>;
  remove(key: string): Promise<void>;
}

/**
 * How to upload.
 *
 * @example
 * ```ts
 * import { DriveClient, type UploadOptions } from '@drive/sdk';
 *
 * const options: UploadOptions = { name: 'notes.txt', contentType: 'text/plain', autoShare: true };
 * console.log((await new DriveClient().uploads.upload(new Blob(['hello']), options)).shortUrl);
 * ```
 */
export interface UploadOptions {
  /** Required unless the source knows it, as a File does. */
  readonly name?: string | undefined;
  /** Default: the source's own, else what its name says. */
  readonly contentType?: string | undefined;
  /** The folder it goes to; the root without it. */
  readonly folderId?: string | null | undefined;
  /** Share it at once; the result carries the link. */
  readonly autoShare?: boolean | undefined;
  /** With autoShare: listed publicly. */
  readonly publicListing?: boolean | undefined;
  /** tus, which goes on after an interruption, instead of a single PUT. `auto`: from 100 MiB on. */
  readonly resumable?: 'auto' | boolean | undefined;
  /** Where to remember a resumable upload. Without one it survives cut connections, but not the end of the process. */
  readonly resumeStore?: ResumeStore | undefined;
  /** What the upload is remembered by. Default: name, size and time of a File, with server and folder. */
  readonly resumeKey?: string | undefined;
  /**
   * SHA-256 of the source in lower-case hex, where it is known: the upload fails when other bytes arrive. A PUT is then
   * not stored; after tus what is stored is compared.
   */
  readonly sha256?: string | undefined;
  /** At most ten times a second. Of a PUT where there is neither XMLHttpRequest nor a path, only the end is known. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Stops. What a `resumeStore` remembers can go on later; anything else is cancelled on the server, too. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Tries after the first one, one after the other without a byte gained. Default: the client's for a PUT, 8 (about a
   * minute) for tus, which loses nothing by it.
   */
  readonly maxRetries?: number | undefined;
}

/**
 * A file that is stored.
 *
 * @example
 * ```ts
 * import { DriveClient, type UploadResult } from '@drive/sdk';
 *
 * const client = new DriveClient();
 * const result: UploadResult = await client.uploads.upload(new Blob(['hello']), { name: 'hello.txt' });
 * console.log((await client.files.get(result.fileId)).sha256);
 * ```
 */
export interface UploadResult {
  readonly sessionId: string;
  readonly fileId: string;
  /** The name it got: `name (1).txt` where a sibling had the one asked for. */
  readonly fileName: string;
  readonly shareToken: string | null;
  readonly shortUrl: string | null;
  /** An earlier run had sent a part of it, or all. */
  readonly resumed: boolean;
}
