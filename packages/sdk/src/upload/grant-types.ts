import type { ResumeStore, UploadProgress } from './upload-types.ts';

/**
 * What an upload of a page may use: the URL of a route of the application that `createUploadHandler` of `@drive/sdk/server` answers,
 * or the token of a grant and the URL of the server.
 *
 * @example
 * ```ts
 * import { uploadWithGrant, type GrantSource } from '@drive/sdk';
 *
 * const grant: GrantSource = { endpoint: '/api/upload' };
 * await uploadWithGrant(new File(['hello'], 'hello.txt'), grant);
 * ```
 */
export type GrantSource =
  | {
      /** URL that answers `{token, baseUrl}`. Relative to the page. */
      readonly endpoint: string | URL;
      /** Headers of the request to it, such as `Authorization`. Cookies of the same origin are sent as well. */
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  | {
      /** Token of an upload grant. */
      readonly token: string;
      /** URL of the Drive server. */
      readonly baseUrl: string;
    };

/**
 * Options of an upload through a grant.
 *
 * @example
 * ```ts
 * import { uploadWithGrant, type GrantUploadOptions } from '@drive/sdk';
 *
 * const options: GrantUploadOptions = {
 *   metadata: { album: 'summer' },
 *   onProgress: ({ bytes, total }) => console.log(bytes, 'of', total),
 * };
 * await uploadWithGrant(new File(['hello'], 'hello.txt'), { endpoint: '/api/upload' }, options);
 * ```
 */
export interface GrantUploadOptions {
  /** Required unless the source is a File. */
  readonly name?: string | undefined;
  /** Default: the type of the source, or else of the file name. */
  readonly contentType?: string | undefined;
  /** Metadata of the file. The keys of the grant win. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Called at most ten times per second. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Aborts. An upload in a `resumeStore` can be resumed later; others are cancelled on the server. */
  readonly signal?: AbortSignal | undefined;
  /** Store with which an interrupted upload of more than 8 MiB is resumed, such as `browserResumeStore()`. */
  readonly resumeStore?: ResumeStore | undefined;
  /** Identifies the source in the store. Default: name, size and modification time of a File. */
  readonly resumeKey?: string | undefined;
  /** Consecutive retries without progress. Default: 2, and 8 (about a minute) for more than 8 MiB. */
  readonly maxRetries?: number | undefined;
  /** Default: the platform's fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A file that was uploaded through a grant.
 *
 * @example
 * ```ts
 * import { uploadWithGrant, type GrantUpload } from '@drive/sdk';
 *
 * const upload: GrantUpload = await uploadWithGrant(new File(['hello'], 'hello.txt'), { endpoint: '/api/upload' });
 * console.log(upload.fileId);
 * ```
 */
export interface GrantUpload {
  /** ID of the file. */
  readonly fileId: string;
  /** The name as sent. Only the application knows the stored name. */
  readonly fileName: string;
  /** ID of the upload session. */
  readonly sessionId: string;
  /** Token of the share, if the grant shares its files, otherwise `null`. */
  readonly shareToken: string | null;
  /** Short URL of that share, otherwise `null`. */
  readonly shortUrl: string | null;
  /** Whether an earlier run had sent a part. */
  readonly resumed: boolean;
}
