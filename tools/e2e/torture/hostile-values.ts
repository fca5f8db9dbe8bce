import type { Random } from './seeded-random.ts';

/** Short strings that have caused bugs in parsers, databases, file systems and terminals. */
const oddStrings: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  '\u001b[2J',
  '\u009b31m',
  'e\u0001\u0301',
  '\u202egnp.exe',
  '\u2066\u2069\u200f\u061c',
  '\ud800',
  'a\udfff\ud800b',
  '\ufeff\ufffe\uffff',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'ﷺ',
  'İıſK',
  '..',
  '../../../../etc/passwd',
  '/',
  'C:\\con',
  'a/b\\c',
  '%00',
  '%ff%fe',
  '%',
  "' or 1=1 --",
  '"; drop table items; --',
  '%_\\*?[]',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '${7*7}{{7*7}}',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'https://hook.invalid/',
  'https://[::ffff:169.254.169.254]/',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '1e999',
  '-0',
  '9007199254740993',
  '9'.repeat(400),
  '0x10',
  '1,5',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF',
  'a@b',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example.com`,
  '"quoted @ local"@example.com',
  'ä@müller.example',
];

/** Units to repeat up to the requested length: each was a worst case of a normalizer, matcher or parser. */
const repeated: readonly string[] = [
  'a',
  '\u0301',
  'e\u0301\u0323',
  '\u0000',
  ' ',
  '\t',
  '/',
  '../',
  '-',
  '.',
  ',',
  '"',
  '\\',
  '%',
  'a,',
  'a=:',
  'a@',
  '[',
  '{"a":',
  '\u202e',
  '\ufdfa',
  '👩‍👩‍👧‍👦',
  '\ud800',
  '\u1100\u1161\u11a8',
  '&#0;',
];

export function hostileString(random: Random, most: number): string {
  if (random.chance(0.6)) return random.pick(oddStrings);
  const unit = random.pick(repeated);
  const length = Math.min(most, random.pick([50, 255, 256, 257, 1_000, 2_049, 10_000, 100_000, 1_100_000]));
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  -0,
  2 ** 31,
  2 ** 53,
  -(2 ** 53) - 2,
  1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  { toString: 'x' },
  { $ne: null },
];

function hostileValue(random: Random, most: number): unknown {
  // Deeper ones are created as text, because serializing them takes longer than parsing them.
  const kind = random.below(20);
  if (kind < 9) return random.pick(oddValues);
  if (kind < 16) return hostileString(random, most);
  if (kind === 16) return nested(random.pick([5, 50, 300]), random.chance(0.5));
  if (kind === 17) return Array.from({ length: random.pick([3, 101, 501, 2_000]) }, () => random.pick(oddValues));
  if (kind === 18 && most > 10_000)
    return Array<unknown>(100_000).fill(random.pick<unknown>([{}, [], null, 0, 'a', { fileName: 1 }]));
  return Object.fromEntries(Array.from({ length: random.pick([1, 50, 1_000]) }, (_, n) => [`k${n}`, n]));
}

function nested(depth: number, asArrays: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = asArrays ? [value] : { a: value };
  return value;
}

/** Changes one place of a value at any depth. Returns the changed value. */
export function mutate(value: unknown, random: Random, most: number): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return hostileValue(random, most);
  if (Array.isArray(value)) {
    const list: unknown[] = [...(value as readonly unknown[])];
    const choice = random.below(4);
    if (list.length === 0 || choice === 0) return [...list, hostileValue(random, most)];
    const at = random.below(list.length);
    if (choice === 1) return Array<unknown>(random.pick([2, 51, 201, 501])).fill(list[at]);
    list[at] = mutate(list[at], random, most);
    return list;
  }
  const object: Record<string, unknown> = { ...value };
  const names = Object.keys(object);
  const choice = random.below(6);
  if (names.length === 0 || choice === 0) {
    object[random.chance(0.5) ? hostileString(random, 1_000) : random.word()] = hostileValue(random, most);
    return object;
  }
  const name = random.pick(names);
  if (choice === 1) Reflect.deleteProperty(object, name);
  else object[name] = mutate(object[name], random, most);
  return object;
}

/** A text of many numbers gets shorter ones, so that all of them fit into a string. */
const longNumberFor = (text: string): string => '1'.repeat(Math.max(100, 10_000 - text.length));

/** The value as JSON text, or broken as text: cut, with repeated keys, wrong encodings or invalid numbers. */
export function jsonBytes(value: unknown, random: Random, breaks: boolean): Buffer {
  const text = JSON.stringify(value) ?? 'null';
  if (!breaks) return Buffer.from(text);
  switch (random.below(10)) {
    case 0:
      return Buffer.from(text.slice(0, random.below(text.length + 1)));
    case 1:
      return Buffer.from(`\ufeff${text}`);
    case 2:
      return Buffer.from(text + random.pick(['}', ' x', '\u0000', text, ',']));
    case 3:
      return Buffer.from(text.replace('{', `{"${random.word(3)}":1,"__proto__":{"isAdmin":true},"constructor":1,`));
    case 4:
      return Buffer.from(text, 'utf16le');
    case 5:
      return Buffer.concat([Buffer.from(text.slice(0, -1)), random.bytes(8), Buffer.from(text.slice(-1))]);
    case 6:
      return Buffer.from(text.replaceAll(/\d+/g, random.pick(['1e999', '-0', '00', 'NaN', longNumberFor(text), '.5'])));
    case 7:
      return Buffer.from(text.replaceAll('"', random.pick(["'", '\\"', '"\\ud800'])));
    case 8:
      return Buffer.from('['.repeat(random.pick([10, 10_000, 500_000])));
    default:
      return random.bytes(random.below(200));
  }
}
