import { DriveError } from '../error.ts';
import { isByteStream, spool, type ByteStream } from './spool.ts';

/**
 * Sources of an upload: a Blob or File, bytes (including Buffer), or a stream of bytes from a browser or Node, whose
 * size may be unknown. `@drive/sdk/node` has `uploadPath` and `uploadFolder` for paths.
 *
 * @example
 * ```ts
 * import { DriveClient, type UploadSource } from '@drive/sdk';
 *
 * const { body } = await fetch('https://example.com/film.mp4');
 * const source: UploadSource = body ?? new Uint8Array([104, 105]);
 * await new DriveClient().uploads.upload(source, { name: 'film.mp4' });
 * ```
 */
export type UploadSource =
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

export interface ReadSource {
  readonly blob: Blob;
  /** Deletes the buffered bytes. */
  discard(): Promise<void>;
}

/** Returns the source as a Blob. Buffers streams. */
export async function readSource(source: UploadSource, signal: AbortSignal | undefined): Promise<ReadSource> {
  if (isByteStream(source)) return await spool(source satisfies ByteStream, signal);
  return { blob: toBlob(source), discard: async () => {} };
}

export function toBlob(source: Blob | ArrayBuffer | ArrayBufferView): Blob {
  if (source instanceof Blob) return source;
  const isBytes = ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === '[object ArrayBuffer]';
  if (isBytes) return new Blob([source as ArrayBuffer]);
  const advice =
    typeof source === 'string'
      ? 'A string could be a path or a text. Give a path to uploadPath of @drive/sdk/node, or a text as new Blob([text]).'
      : 'Give a Blob, a File, bytes, or a stream of bytes, such as the body of a Response.';
  throw new DriveError('invalid_argument', advice);
}

/** Returns the requested name, or the source's own. */
export function nameIn(source: UploadSource, name: string | undefined): string {
  if (!isByteStream(source)) toBlob(source);
  const found = name ?? ownName(source);
  if (found === undefined) throw new DriveError('invalid_argument', 'The file has no name. Give one as name.');
  return found;
}

/** The name of a File, or of the path of a Node file stream. */
function ownName(source: UploadSource): string | undefined {
  if (typeof File !== 'undefined' && source instanceof File) return source.name;
  const { path } = source as { path?: unknown };
  return typeof path === 'string' ? path.split(/[\\/]/).at(-1) || undefined : undefined;
}
