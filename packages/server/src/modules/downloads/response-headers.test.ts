import { describe, expect, it } from 'vitest';
import { contentDisposition, inlineType, matchesEtag, sandboxOf } from './response-headers.ts';

describe('the name of a download', () => {
  it.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['Ünïcode.txt', `attachment; filename="Unicode.txt"; filename*=UTF-8''%C3%9Cn%C3%AFcode.txt`],
    ['日本.txt', `attachment; filename="__.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt`],
    [
      `it's (a) "test".txt`,
      `attachment; filename="it's (a) _test_.txt"; filename*=UTF-8''it%27s%20%28a%29%20%22test%22.txt`,
    ],
    ['100%.txt', `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`],
  ])('carries %s', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it('can hold nothing that ends a header', () => {
    expect(contentDisposition('inline', 'a\r\nSet-Cookie: b')).not.toMatch(/[\r\n]/);
  });
});

describe('the type of what is shown', () => {
  it.each([
    ['image/png', 'image', 'image/png'],
    ['IMAGE/JPEG; q=1', 'image', 'image/jpeg'],
    ['video/mp4', 'video', 'video/mp4'],
    ['application/pdf', 'pdf', 'application/pdf'],
    ['text/html', 'text', 'text/plain; charset=utf-8'],
    ['text/javascript', 'text', 'text/plain; charset=utf-8'],
    ['image/svg+xml', 'image', 'text/plain; charset=utf-8'],
    ['application/xhtml+xml', 'text', 'text/plain; charset=utf-8'],
    ['application/x-msdownload', 'other', 'application/octet-stream'],
    ['application/zip', 'archive', 'application/octet-stream'],
  ] as const)('of %s can run no script', (mimeType, kind, shown) => {
    expect(inlineType(mimeType, kind)).toBe(shown);
  });
});

describe('the sandbox of what is shown', () => {
  it.each([
    'text/plain',
    'image/png',
    'application/pdf',
    'application/octet-stream',
    'audio/mpeg',
    'video/mp4',
    'application/ogg',
  ])('lets nothing run in %s', (type) => {
    expect(sandboxOf(type)).toMatch(/^sandbox[ ;]/);
    expect(sandboxOf(type)).toContain("default-src 'none'");
    expect(sandboxOf(type)).not.toMatch(/allow-(?!same-origin;)|script/);
  });

  it('leaves a sound or a film its origin, or browsers would not play it', () => {
    const kept = ['audio/mpeg', 'video/mp4', 'application/ogg', 'image/png', 'text/plain'].filter((type) =>
      sandboxOf(type).startsWith('sandbox allow-same-origin;'),
    );
    expect(kept).toEqual(['audio/mpeg', 'video/mp4', 'application/ogg']);
  });
});

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  [undefined, false],
])('compares If-None-Match %s with the ETag', (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches);
});
