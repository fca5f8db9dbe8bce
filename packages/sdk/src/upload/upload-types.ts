import type { FileItem } from '../api.gen.ts';

/**
 * Progress of an upload.
 *
 * @example
 * ```ts
 * import type { UploadProgress } from '@drive/sdk';
 *
 * const show = ({ bytes, total }: UploadProgress): void => console.log(`${Math.round((bytes / total) * 100)} %`);
 * ```
 */
export interface UploadProgress {
  /** Bytes sent so far, including earlier runs. */
  readonly bytes: number;
  /** Bytes of the file, or of all files of a folder. */
  readonly total: number;
  /** Over the last few seconds; 0 at first. */
  readonly bytesPerSecond: number;
  /** `null` at first. */
  readonly secondsLeft: number | null;
}

/**
 * Stored state of a resumable upload, with which another process or page can resume it.
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
  /** ID of the upload session. */
  readonly sessionId: string;
  /** ID of the file. */
  readonly fileId: string;
  /** Token of the share that `autoShare` created, otherwise `null`. */
  readonly shareToken: string | null;
  /** Short URL of that share, otherwise `null`. */
  readonly shortUrl: string | null;
  /** URL of the server, of an upload through a grant. */
  readonly baseUrl?: string;
}

/**
 * Store of resumable uploads. Keys identify source and destination.
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
 * Options of an upload.
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
  /** Required unless the source has a name, like a File. */
  readonly name?: string | undefined;
  /** Default: the type of the source, or else of the file name. */
  readonly contentType?: string | undefined;
  /** Destination folder. Default: the root. */
  readonly parentId?: string | null | undefined;
  /** ID of a team drive, whose root is the destination. Without `parentId`. */
  readonly driveId?: string | undefined;
  /** When the content was last modified. Default: the time of a File or of the file on disk. */
  readonly modifiedAt?: Date | undefined;
  /**
   * Policy if the folder contains an item of this name: `rename` stores the file as `name (1).ext`, `replace` replaces
   * the content of the file, `fail` throws `name_conflict`. Default `rename`.
   */
  readonly onConflict?: 'rename' | 'replace' | 'fail' | undefined;
  /**
   * SHA-256 of the content that the upload replaces. Throws `precondition_failed` without a change if the file of this name has
   * another content by now, or there is none. Implies `onConflict: 'replace'`.
   */
  readonly ifMatch?: string | undefined;
  /** Throws `precondition_failed` if the folder contains an item of this name. Default false. */
  readonly ifAbsent?: boolean | undefined;
  /** Metadata of the file, texts by key. If the upload replaces a file, it takes the place of that of the file. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Tags of the file. If the upload replaces a file, they take the place of those of the file. */
  readonly tags?: readonly string[] | undefined;
  /** Share the file immediately. The result contains the link. */
  readonly autoShare?: boolean | undefined;
  /** List the share publicly. Only with autoShare. */
  readonly publicListing?: boolean | undefined;
  /** Return the stored file as `item`, at the cost of one more call. Default false. */
  readonly withItem?: boolean | undefined;
  /** Upload resumably with tus instead of one PUT. `auto`: from 100 MiB on. */
  readonly resumable?: 'auto' | boolean | undefined;
  /**
   * Store with which an interrupted upload is resumed. Without one, an upload survives lost connections but not the end
   * of the process.
   */
  readonly resumeStore?: ResumeStore | undefined;
  /**
   * Identifies the source in the store. Default: name, size and modification time of a File. Server and folder are
   * always part of the key.
   */
  readonly resumeKey?: string | undefined;
  /**
   * SHA-256 of the source in lower-case hex, if known. The upload fails if other bytes arrive: a PUT is not stored, a
   * tus upload is compared after it is stored.
   */
  readonly sha256?: string | undefined;
  /** Called at most ten times per second. A PUT by fetch reports only its end. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Aborts. An upload in a `resumeStore` can be resumed later; others are cancelled on the server. */
  readonly signal?: AbortSignal | undefined;
  /** Consecutive retries without progress. Default: the client's for a PUT, 8 (about a minute) for tus. */
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
  /** ID of the upload session; an empty text for a file without bytes, which has none. */
  readonly sessionId: string;
  /** ID of the file. */
  readonly fileId: string;
  /** Stored name: `name (1).txt` if a sibling had the requested name. */
  readonly fileName: string;
  /** Token of the share that `autoShare` created, otherwise `null`. */
  readonly shareToken: string | null;
  /** Short URL of that share, otherwise `null`. */
  readonly shortUrl: string | null;
  /** Whether an earlier run had sent a part, or everything. */
  readonly resumed: boolean;
  /** The file as it is stored. Only with `withItem`; `put` of `client.files` always returns it. */
  readonly item?: FileItem;
}
