import { contentTypes } from './content-types.gen.ts';

const typesByExtension = new Map<string, string>();
for (const line of contentTypes.trim().split('\n')) {
  const [type = '', ...extensions] = line.split(' ');
  for (const extension of extensions) typesByExtension.set(extension, type);
}

export const mediaTypeOf = (name: string): string =>
  typesByExtension.get(/.\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? 'application/octet-stream';
