import { contentTypes } from './content-types.gen.ts';

const typesByExtension = new Map<string, string>();
for (const line of contentTypes.trim().split('\n')) {
  const [type = '', ...extensions] = line.split(' ');
  for (const extension of extensions) typesByExtension.set(extension, type);
}

/** The media type that a file name suggests; `application/octet-stream` if its extension is unknown. */
export function contentTypeOf(name: string): string {
  const extension = /[^/]\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return typesByExtension.get(extension) ?? 'application/octet-stream';
}
