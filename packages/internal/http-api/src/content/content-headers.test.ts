import { validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentType, contentDisposition, inlineType, sandboxOf } from './content-headers.ts';

describe('the file name of a download', () => {
  it.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['Ünïcode.txt', `attachment; filename="Unicode.txt"; filename*=UTF-8''%C3%9Cn%C3%AFcode.txt`],
    ['日本.txt', `attachment; filename="__.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt`],
    [
      `it's (a) "test".txt`,
      `attachment; filename="it's (a) _test_.txt"; filename*=UTF-8''it%27s%20%28a%29%20%22test%22.txt`,
    ],
    ['100%.txt', `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`],
  ])('[P-229] carries %s', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it('[P-414] cannot end the header value', () => {
    expect(contentDisposition('inline', 'a\r\nSet-Cookie: b')).not.toMatch(/[\r\n]/);
    expect(contentDisposition('inline', 'a\ud800b')).toBe(`inline; filename="a_b"; filename*=UTF-8''a%EF%BF%BDb`);
  });
});

describe('the content type of inline files', () => {
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
    ['audio/x-m4a', 'audio', 'audio/x-m4a'],
    ['video/mp4; codecs="avc1.42E01E, mp4a.40.2"', 'video', 'video/mp4'],
    ['text/xml', 'text', 'text/plain; charset=utf-8'],
    ['application/xml', 'text', 'text/plain; charset=utf-8'],
    ['application/mathml+xml', 'text', 'text/plain; charset=utf-8'],
    ['application/rss+xml', 'text', 'text/plain; charset=utf-8'],
    ['image/svg+xml; x=1', 'image', 'text/plain; charset=utf-8'],
    [' IMAGE/SVG+XML ;charset=utf-8', 'image', 'text/plain; charset=utf-8'],
    ['image/png+xml', 'image', 'text/plain; charset=utf-8'],
    ['audio/x+xml', 'audio', 'text/plain; charset=utf-8'],
    ['Video/Mp4+XML', 'video', 'text/plain; charset=utf-8'],
    ['video/mp4+zip', 'video', 'application/octet-stream'],
    ['image/png, text/html', 'image', 'application/octet-stream'],
    ['image/png;, text/html', 'image', 'application/octet-stream'],
    ['image/svg+xml, image/png', 'image', 'application/octet-stream'],
    ['image/png text/html', 'image', 'application/octet-stream'],
    ['image/png\r\ncontent-type: text/html', 'image', 'application/octet-stream'],
    ['image/png\u0000', 'image', 'application/octet-stream'],
    ['image/p\u0131ng', 'image', 'application/octet-stream'],
    ['image /png', 'image', 'application/octet-stream'],
    ['image/', 'image', 'application/octet-stream'],
    ['', 'other', 'application/octet-stream'],
    ['no type at all', 'other', 'application/octet-stream'],
    ['multipart/x-mixed-replace; boundary=x', 'other', 'application/octet-stream'],
  ] as const)('[P-231] for %s runs no script', (mimeType, kind, shown) => {
    expect(inlineType(mimeType, kind)).toBe(shown);
  });
});

describe('the content type of saved files', () => {
  it.each([
    'text/html',
    'image/svg+xml; charset=utf-8',
    'video/mp4;codecs="avc1.42E01E, mp4a.40.2"',
    'application/x; a="\\" quoted";b=c ; ',
    "application/!#$&-^_.+%'*`|~",
  ])('keeps %s as uploaded', (type) => {
    expect(attachmentType(type)).toBe(type.trim());
  });

  it.each([
    'text',
    'text/',
    '/plain',
    'text/plain, text/html',
    'text/plain\r\nset-cookie: a=b',
    'text/plain; name=\u20ac',
    'text/plain; name="\u00e9"',
    'text/plain; name="a\nb"',
    'text/plain; name="open',
    'text/plain; name',
    'te xt/plain',
    'caf\u00e9/plain',
    // A regular expression with many ways to match the blanks would not end.
    `text/plain${';  '.repeat(80)}\u0001`,
    `text/plain;a="${'\\\\'.repeat(100)}`,
    '\ud800/x',
  ])('is application/octet-stream for an upload with %j', (type) => {
    expect(attachmentType(type)).toBe('application/octet-stream');
  });

  it('[P-417] is a valid single header value for any uploaded type', () => {
    const pieces = fc.constantFrom(
      'image',
      'svg',
      '+xml',
      '/',
      ';',
      ',',
      '"',
      '\\',
      ' ',
      '\t',
      '\r',
      '\n',
      '=',
      'q',
      '\u20ac',
    );
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(anything, fc.constantFrom('image', 'text', 'other'), (stored, kind) => {
        for (const type of [attachmentType(stored), inlineType(stored, kind)]) {
          expect(() => validateHeaderValue('content-type', type)).not.toThrow();
          expect(type.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/[,\r\n"]|^\s|\s$/);
        }
        expect(inlineType(stored, kind)).not.toMatch(/xml|html|script/i);
      }),
    );
  });
});

describe('the sandbox of inline files', () => {
  it.each([
    'text/plain',
    'image/png',
    'application/pdf',
    'application/octet-stream',
    'audio/mpeg',
    'video/mp4',
    'application/ogg',
  ])('[P-230] allows no script in %s', (type) => {
    expect(sandboxOf(type)).toMatch(/^sandbox[ ;]/);
    expect(sandboxOf(type)).toContain("default-src 'none'");
    expect(sandboxOf(type)).not.toMatch(/allow-(?!same-origin;)|script/);
  });

  it('keeps the origin of audio and video, which browsers need to play them', () => {
    const kept = ['audio/mpeg', 'video/mp4', 'application/ogg', 'image/png', 'text/plain'].filter((type) =>
      sandboxOf(type).startsWith('sandbox allow-same-origin;'),
    );
    expect(kept).toEqual(['audio/mpeg', 'video/mp4', 'application/ogg']);
  });
});
