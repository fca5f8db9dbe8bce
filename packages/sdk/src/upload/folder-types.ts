import type { DriveError } from '../error.ts';
import type { ResumeStore, UploadProgress } from './upload-types.ts';

/**
 * Options of a folder upload.
 *
 * @example
 * ```ts
 * import type { FolderUploadOptions } from '@drive/sdk';
 *
 * const options: FolderUploadOptions = { concurrency: 8, onProgress: ({ bytes, total }) => console.log(bytes, 'of', total) };
 * console.log(options.concurrency);
 * ```
 */
export interface FolderUploadOptions {
  /** Destination folder. Default: the root. */
  readonly parentId?: string | null | undefined;
  /**
   * Policy if the folder of a file contains another file of its name: `rename` stores it as `name (1).ext`, unless a
   * file so numbered has the same bytes; `replace` replaces the content of the file; `skip` leaves the file as it is.
   * Default `rename`.
   */
  readonly onConflict?: 'rename' | 'replace' | 'skip' | undefined;
  /** Number of concurrent uploads. Default 4. */
  readonly concurrency?: number | undefined;
  /** Store with which interrupted uploads of 100 MiB and more are resumed. */
  readonly resumeStore?: ResumeStore | undefined;
  /** Progress of all files together, at most ten times per second. Existing files count as sent. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called for each file when it is stored or found to exist. */
  readonly onFile?: ((file: UploadedFile) => void) | undefined;
  /** Aborts. A later call with the same files skips those already stored. */
  readonly signal?: AbortSignal | undefined;
  /** Retries per file after the first attempt. Default: the client's. */
  readonly maxRetries?: number | undefined;
}

/**
 * A file of an uploaded folder.
 *
 * @example
 * ```ts
 * import type { UploadedFile } from '@drive/sdk';
 *
 * const show = ({ path, fileId, wasThere }: UploadedFile): void => console.log(path, fileId, wasThere ? 'is there' : 'sent');
 * ```
 */
export interface UploadedFile {
  /** The path as given. */
  readonly path: string;
  /** ID of the file. */
  readonly fileId: string;
  /** Stored name: `name (1).txt` if another file had the name. */
  readonly fileName: string;
  /** Whether nothing was sent: a file has the same bytes, or `onConflict` is `skip` and a file has the name. */
  readonly wasThere: boolean;
}

/**
 * Result of a folder upload. A failed file does not stop the others.
 *
 * @example
 * ```ts
 * import { DriveClient, type FolderUploadResult } from '@drive/sdk';
 *
 * const file = { path: 'notes/a.txt', source: new Blob(['hello']) };
 * const result: FolderUploadResult = await new DriveClient().uploads.uploadFolder([file]);
 * for (const { path, error } of result.failed) console.error(path, error.message);
 * ```
 */
export interface FolderUploadResult {
  /** In the order of the files. */
  readonly files: readonly UploadedFile[];
  /** Files and folders that could not be stored, with the reason. */
  readonly failed: readonly { readonly path: string; readonly error: DriveError }[];
}
