import { contentTypes } from './content-types.gen.ts';

const typesByExtension = new Map(
  contentTypes
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [type = '', ...extensions] = line.split(' ');
      return extensions.map((extension) => [extension, type] as const);
    }),
);

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
  const extension = /[^/]\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return typesByExtension.get(extension) ?? 'application/octet-stream';
}
