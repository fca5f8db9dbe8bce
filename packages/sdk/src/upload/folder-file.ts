import { DriveError } from '../error.ts';
import { blobSource } from './byte-source.ts';
import type { PlacedFile } from './folder.ts';
import { toBlob } from './upload-source.ts';

/**
 * A file and its place in a folder.
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
  /** With slashes: `photos/2026/sea.jpg`. */
  readonly path: string;
  readonly source: Blob | ArrayBuffer | ArrayBufferView;
  /** Default: the source's own, else what its name says. */
  readonly contentType?: string | undefined;
}

/** A File of an `<input webkitdirectory>` knows where it lay; any other goes to the top. */
export function placeFile(file: File | FolderFile, fetch: typeof globalThis.fetch): PlacedFile {
  const { path, source, contentType } = file instanceof Blob ? describe(file) : file;
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new DriveError('invalid_argument', `${path} is no path of a file in a folder: give one as photos/sea.jpg.`);
  return { path, source: blobSource(toBlob(source), fetch), contentType };
}

function describe(file: File): FolderFile {
  return { path: file.webkitRelativePath || file.name, source: file };
}
