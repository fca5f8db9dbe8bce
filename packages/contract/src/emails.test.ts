import { describe, expect, it, test } from 'vitest';
import { Email, emailKey, needsSmtpUtf8 } from './emails.ts';

const parse = (text: unknown): string | undefined => Email.safeParse(text).data;

describe('an email address', () => {
  it.each([
    'ada@example.org',
    "o'brien+tag_1-2.x@mail.example.co.uk",
    'user@bücher.example',
    'user@xn--bcher-kva.example',
    'jürgen@example.com',
    'li@例え.テスト',
    '用户@例子.测试',
    'иван.петров@пример.рф',
    'user@example.xn--p1ai',
    'user@faß.de',
    `${'a'.repeat(64)}@example.com`,
    `${'ü'.repeat(32)}@example.com`,
    `a@${'b'.repeat(63)}.example.com`,
    '🦆@example.com',
  ])('%j is accepted as it is', (text) => {
    expect(parse(text)).toBe(text);
  });

  it('is trimmed and composed', () => {
    expect(parse('  ju\u0308rgen@bu\u0308cher.example \n')).toBe('jürgen@bücher.example');
  });

  it.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'ada@example.',
    'ada@.example.org',
    'ada@example..org',
    'ada@-example.org',
    'ada@example-.org',
    'ada@exa_mple.org',
    'ada@127.0.0.1',
    'ada@1.2',
    'ada@0x7f.1',
    'ada@[127.0.0.1]',
    'ada@example.org:25',
    'ada@example.org/path',
    'ada@exa%6dple.org',
    'ada@exam\u00adple.org',
    'ada@exam\u200bple.org',
    'ada@☃.example',
    '.ada@example.org',
    'ada.@example.org',
    'a..da@example.org',
    'a da@example.org',
    'a\u00a0da@example.org',
    'a\u202eda@example.org',
    'a\u200bda@example.org',
    'a\u0085da@example.org',
    'a\ud800@example.org',
    '"ada"@example.org',
    'ada@b@example.org',
    'ada@example.org, bob@example.org',
    '<ada@example.org>',
    'ada%example.com@example.org',
    'relay!ada@example.org',
    'ada@example.org\r\nBcc: eve@example.net',
    `${'a'.repeat(65)}@example.com`,
    `${'ü'.repeat(33)}@example.com`,
    `a@${'b'.repeat(64)}.example.com`,
    `a@${'bücher.'.repeat(30)}example`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example.com`,
  ])('%j is refused', (text) => {
    expect(parse(text)).toBeUndefined();
  });

  it('that is too long says so', () => {
    const messageOf = (text: string) => Email.safeParse(text).error?.issues[0]?.message;
    expect(messageOf(`${'ü'.repeat(33)}@example.com`)).toBe('must have at most 64 bytes before the @');
    expect(messageOf(`${'ü'.repeat(32)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.com`)).toBe(
      'must have at most 254 bytes',
    );
    expect(messageOf('ada')).toBe('must be an email address');
  });
});

test.each([
  ['Ada@Example.ORG', 'ada@example.org'],
  ['user@BÜCHER.example', 'user@xn--bcher-kva.example'],
  ['user@xn--bcher-kva.example', 'user@xn--bcher-kva.example'],
  ['user@bu\u0308cher.example', 'user@xn--bcher-kva.example'],
  ['user@bücher。example', 'user@xn--bcher-kva.example'],
  ['Jürgen@example.com', 'jürgen@example.com'],
  ['nobody', 'nobody'],
  ['a@b@c', 'a@b@c'],
  ['user@bad domain', 'user@bad domain'],
])('the key of %j is %j', (email, key) => {
  expect(emailKey(email)).toBe(key);
});

test('only a part before the @ in other letters needs SMTPUTF8', () => {
  expect(['ada@example.org', 'ada@bücher.example', 'jürgen@example.org'].map(needsSmtpUtf8)).toEqual([
    false,
    false,
    true,
  ]);
});
