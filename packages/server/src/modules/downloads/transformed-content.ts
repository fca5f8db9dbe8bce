import type { IncomingMessage } from 'node:http';
import { openFileBlob, type BlobStore } from '@drive/blobs';
import { BlobBody, type Content, contentDisposition, sandbox } from '@drive/http-api';
import type { PictureReader, Pictures, Rendition } from '@drive/thumbnails';
import { DomainError } from '../../platform/errors.ts';
import { contentTagOf, splitName, type FileRow } from '../files/index.ts';
import { renditionOf, type ImageTransform } from './image-transform.ts';

export interface TransformDeps {
  readonly blobs: BlobStore;
  readonly pictures: Pictures;
}

export interface TransformedOptions {
  readonly transform: ImageTransform;
  readonly disposition: 'attachment' | 'inline';
  readonly cacheControl: string;
  /** Called before a picture that is not kept is rendered. Throws unless it may be. */
  readonly admit?: () => Promise<void>;
}

/** Part of each ETag: changes when the same transform of the same bytes makes other ones. */
const revision = 1;
const tagCharacters = 32;

/**
 * A picture made of the file. It is rendered when its bytes are needed, so not for a client that has it already; then its type is known,
 * which `open` and `check` add to the headers. `open` and `check` throw `transform_unsupported`.
 */
export function transformedContent(
  { blobs, pictures }: TransformDeps,
  file: FileRow,
  request: IncomingMessage,
  { transform, disposition, cacheControl, admit }: TransformedOptions,
): Content {
  const rendition = renditionOf(transform, request.headers.accept);
  const headers: Content['headers'] = { 'content-security-policy': sandbox, 'cache-control': cacheControl };
  if (transform.format === 'auto') headers['vary'] = 'Accept';
  const openPicture = async (): Promise<PictureReader> => {
    const picture = await pictures.open({
      content: file.blobKey ?? '',
      rendition,
      tenant: file.ownerId,
      openSource: async () => {
        await admit?.();
        return openFileBlob(blobs, file, { start: 0 });
      },
    });
    if (picture === undefined) throw transformUnsupported();
    headers['content-type'] = picture.type;
    const extension = picture.type.replace('image/', '.');
    headers['content-disposition'] = contentDisposition(disposition, splitName(file.name).stem + extension);
    return picture;
  };
  const tag = (file.sha256 ?? contentTagOf(file.blobKey)).slice(0, tagCharacters);
  return {
    key: file.blobKey,
    validators: { etag: `"${tag}-${revision}-${textOf(rendition)}"` },
    headers,
    bytes: undefined,
    check: async () => {
      const picture = await openPicture();
      await picture.close();
      return picture.bytes;
    },
    open: async () => new BlobBody(await openPicture(), undefined),
  };
}

const textOf = ({ width, height, fit, format, quality }: Rendition): string =>
  `${width ?? ''}x${height ?? ''}-${fit}-${format}-${quality}`;

export const transformUnsupported = (): DomainError =>
  new DomainError(
    'transform_unsupported',
    'This file cannot be transformed: it is not an image of a type that the server decodes, is broken, or is too large.',
  );
