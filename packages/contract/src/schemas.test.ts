import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanComment,
  cleanName,
  ContentType,
  Email,
  foldName,
  GuestName,
  Id,
  ItemName,
  NewApiKey,
  NewPassword,
  PersonName,
  QueryBoolean,
  QueryPositive,
  text,
} from './index.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success;

describe('an item’s name', () => {
  it('is normalized, stripped of control characters and trimmed', () => {
    expect(ItemName.parse('  a\u0000b\u0007\u007fc\u0085\t')).toBe('abc');
    expect(ItemName.parse('e\u0301')).toBe('\u00e9');
    expect(cleanName('\n x \n')).toBe('x');
  });

  it('is in NFC after its control characters are removed', () => {
    expect(ItemName.parse('e\u0001\u0301')).toBe('\u00e9');
    expect(cleanComment('e\u0001\u0301')).toBe('\u00e9');
  });

  it('is not changed by normalizing it again', () => {
    const character = fc.oneof(
      fc.constantFrom(...'eaA \n\r\t\u0000\u0001\u0085\u0301\u0323\u0327\u0345\u1100\u1161\u11a8\u2028\u212b\ufeff'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 40 }), (characters) => {
        for (const clean of [cleanName, cleanComment]) {
          const once = clean(characters.join(''));
          expect(clean(once)).toBe(once);
          expect(once.normalize('NFC')).toBe(once);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '',
    '   ',
    '\u0000',
    '.',
    '..',
    ' .. ',
    'a/b',
    'a\\b',
    '/',
    '\ud800',
    'x'.repeat(256),
    '\u{1f600}'.repeat(256),
  ])('cannot be %j', (name) => {
    expect(accepts(ItemName, name)).toBe(false);
  });

  it.each(['a', '...', '.hidden', 'CON', 'a:b', '\u{1f600}'.repeat(255), 'x'.repeat(255), '\u202e'])(
    'may be %j',
    (name) => {
      expect(ItemName.parse(name)).toBe(name);
    },
  );

  it('is sorted and found ignoring case', () => {
    expect(foldName('STRASSE \u00c4')).toBe(foldName('strasse a\u0308'));
    expect(foldName('STRASSE')).toBe(foldName('stra\u00dfe'));
    expect(foldName('\u03a3\u03a3')).toBe(foldName('\u03c3\u03c2'));
    for (const istanbul of ['\u0130stanbul', 'I\u0307STANBUL', '\u0131stanbul', 'Istanbul'])
      expect(foldName(istanbul)).toBe('istanbul');
    expect(foldName('i\u0307\u0307\u0301')).toBe('\u00ed');
  });

  it('names in ASCII are cleaned and folded as they are beside another letter', () => {
    const characters = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)).join('');
    for (const name of [characters, 'A file (1).TXT', ' Iii ', '']) {
      expect(foldName(name)).toBe(foldName(`${name}\u0439`).slice(0, -1));
      expect(cleanName(name)).toBe(cleanName(`${name}\u0439`).slice(0, -1).trim());
    }
  });
});

describe('an id', () => {
  it('is a UUID in either case, stored in lower case', () => {
    expect(Id.parse('6F9619FF-8B86-4D01-B42D-00CF4FC964FF')).toBe('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    for (const bad of ['', '1', '6f9619ff8b864d01b42d00cf4fc964ff', ' 6f9619ff-8b86-4d01-b42d-00cf4fc964ff'])
      expect(accepts(Id, bad)).toBe(false);
  });
});

describe('a query parameter', () => {
  it('is a plain decimal from 1', () => {
    expect(QueryPositive.parse('20')).toBe(20);
    for (const bad of ['', '0', '-1', '+1', '1.0', '1e3', '0x10', ' 1', '01', '9999999999', 'NaN'])
      expect(accepts(QueryPositive, bad)).toBe(false);
  });

  it('is exactly true or false', () => {
    expect([QueryBoolean.parse('true'), QueryBoolean.parse('false')]).toEqual([true, false]);
    for (const bad of ['', '1', 'TRUE', 'yes', ' true']) expect(accepts(QueryBoolean, bad)).toBe(false);
  });
});

describe('text', () => {
  it('can be represented by Postgres and JSON', () => {
    for (const good of ['', 'a\n\t', '\u{1f600}']) expect(accepts(text(10), good)).toBe(true);
    for (const bad of ['a\0b', '\ud800', '\udc00x']) expect(accepts(text(10), bad)).toBe(false);
  });
});

describe('a password', () => {
  it('has 8 characters to 72 bytes', () => {
    for (const good of ['12345678', '\u{1f600}'.repeat(8), 'x'.repeat(72), '        '])
      expect(accepts(NewPassword, good)).toBe(true);
    for (const bad of ['1234567', '\u{1f600}'.repeat(7), 'x'.repeat(73), '\u00e9'.repeat(37), 'a\0bcdefgh'])
      expect(accepts(NewPassword, bad)).toBe(false);
  });
});

describe('an email address', () => {
  it('is trimmed and keeps its case', () => {
    expect(Email.parse(' Me@Example.org ')).toBe('Me@Example.org');
    for (const bad of [
      '',
      'me',
      'me@',
      '@example.org',
      'a b@example.org',
      `${'x'.repeat(250)}@example.org`,
      'a@example.org\r\nBcc: b@c.de',
    ])
      expect(accepts(Email, bad)).toBe(false);
  });
});

describe('a content type', () => {
  it('is a media type with or without parameters', () => {
    for (const good of ['text/plain', 'text/plain; charset=utf-8', 'application/vnd.a+json', ' image/png '])
      expect(accepts(ContentType, good)).toBe(true);
    for (const bad of ['', ' ', 'text/plain\0', 'x'.repeat(256)]) expect(accepts(ContentType, bad)).toBe(false);
  });

  it('becomes application/octet-stream if it is invalid', () => {
    for (const odd of ['text', 'text/', '/plain', 'a/b/c', 'x'.repeat(255), 'text/plain; name=\u00e4'])
      expect(ContentType.parse(odd)).toBe('application/octet-stream');
  });

  it('cannot add a header', () => {
    for (const bad of ['text/plain;\r\nSet-Cookie: a=b', 'text/plain; a\nb', 'text/html\r\n\r\n<script>'])
      expect(ContentType.parse(bad)).toBe('application/octet-stream');
  });
});

describe('an API key’s label', () => {
  it('has 80 code points', () => {
    expect(accepts(NewApiKey, { label: '\u{1f600}'.repeat(80) })).toBe(true);
    expect(accepts(NewApiKey, { label: '\u{1f600}'.repeat(81) })).toBe(false);
    expect(accepts(NewApiKey, { label: null })).toBe(true);
  });
});

it.each([GuestName, PersonName])(
  'names of users and visitors are one line without marks that change the text direction',
  (schema) => {
    const name = schema.parse(' Ada\u202e\r\nBcc: eve@example.net\u2028\u0085x\u001b[2J\u2066 ');
    expect(name).toBe('Ada Bcc: eve@example.net x [2J');
    expect(schema.parse(name)).toBe(name);
    expect(schema.safeParse('\u202e\r\n').success).toBe(false);
  },
);
