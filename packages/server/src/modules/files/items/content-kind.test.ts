import { expect, test } from 'vitest';
import { contentKindOf } from './content-kind.ts';

test.each([
  ['image/png', 'x', 'image'],
  ['IMAGE/JPEG', 'x', 'image'],
  ['video/mp4', 'x', 'video'],
  ['audio/ogg', 'x', 'audio'],
  ['application/pdf', 'x', 'pdf'],
  ['text/plain; charset=utf-8', 'x', 'text'],
  ['application/json', 'x', 'text'],
  ['application/ld+json', 'x', 'text'],
  ['application/zip', 'x', 'archive'],
  ['application/x-7z-compressed', 'x', 'archive'],
  ['application/octet-stream', 'sea.JPG', 'image'],
  ['application/octet-stream', 'a.tar.gz', 'archive'],
  ['application/octet-stream', 'song.flac', 'audio'],
  ['application/octet-stream', 'paper.pdf', 'pdf'],
  ['application/octet-stream', 'main.rs', 'text'],
  ['application/octet-stream', 'png', 'other'],
  ['application/octet-stream', '.png', 'other'],
  ['application/vnd.oasis.opendocument.text', 'letter.odt', 'other'],
  ['application/x-unheard-of', 'x', 'other'],
  [null, 'x.txt', 'text'],
] as const)('%s named %s has the content kind %s', (mimeType, name, kind) => {
  expect(contentKindOf(mimeType, name)).toBe(kind);
});
