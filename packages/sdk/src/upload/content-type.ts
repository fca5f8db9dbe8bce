import { contentTypeOf as typeOf } from '@drive/contract/content-types';

/**
 * The media type that a file name suggests; `application/octet-stream` if its extension is unknown.
 *
 * @example
 * ```ts
 * import { contentTypeOf } from '@drive/sdk';
 *
 * console.log(contentTypeOf('photo.JPG'));
 * ```
 */
export function contentTypeOf(name: string): string {
  return typeOf(name);
}
