import { expect, it } from 'vitest';
import { contentTypeOf } from './content-type.ts';

it.each([
  ['photo.JPG', 'image/jpeg'],
  ['a.tar.gz', 'application/gzip'],
  ['folder/index.ts', 'text/x-typescript'],
  ['folder.d/notes', 'application/octet-stream'],
  ['.png', 'application/octet-stream'],
  ['a.unknown', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
  ['a.', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('maps the name %j to %s', (name, type) => {
  expect(contentTypeOf(name)).toBe(type);
});
