import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntryPaths, safeName } from './entry-paths.ts';

const pathsOf = (...files: readonly string[]): string[] => {
  const paths = new EntryPaths();
  return files.map((file) => {
    const names = file.split('/');
    return paths.pathOf(names.slice(0, -1), names.at(-1) ?? '');
  });
};
const bytesOf = (text: string): number => Buffer.byteLength(text);

describe('a name in an archive', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['größe – 写真 🎉.jpg', 'größe – 写真 🎉.jpg'],
    ['.hidden', '.hidden'],
    ['-rf', '-rf'],
    ['C:evil.exe', 'C_evil.exe'],
    ['..\\..\\etc\\passwd', '.._.._etc_passwd'],
    ['/etc/passwd', '_etc_passwd'],
    ['..', '_'],
    ['.', '_'],
    ['a..', 'a_'],
    ['a. . .', 'a_'],
    ['trailing ', 'trailing_'],
    ['what?*<>|".txt', 'what______.txt'],
    ['a\u0000b\nc\u009f.txt', 'a_b_c_.txt'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['aux.tar.gz', '_aux.tar.gz'],
    ['NUL .txt', '_NUL .txt'],
    ['Com1', '_Com1'],
    ['LPT³.log', '_LPT³.log'],
    ['CONIN$', '_CONIN$'],
    ['console.txt', 'console.txt'],
    ['com10', 'com10'],
    ['auxiliary', 'auxiliary'],
    ['cafe\u0301', 'café'],
    ['half \ud800 a pair', 'half \ufffd a pair'],
  ])('is sanitized: %j', (name, safe) => {
    expect(safeName(name)).toBe(safe);
  });

  it('is shortened between grapheme clusters, and keeps its extension', () => {
    const flags = safeName(`${'🇩🇪'.repeat(60)}.jpeg`);
    expect(flags).toBe(`${'🇩🇪'.repeat(31)}.jpeg`);
    expect(bytesOf(safeName('é'.repeat(255)))).toBe(254);
    expect(bytesOf(safeName(`x${'\u0301'.repeat(254)}`))).toBeLessThanOrEqual(255);
  });
});

describe('paths in an archive', () => {
  it('[P-282] get a number before the extension if the name is taken', () => {
    expect(pathsOf('a.tar.gz', 'a.tar.gz', 'a (1).tar.gz', 'a.tar.gz')).toEqual([
      'a.tar.gz',
      'a (1).tar.gz',
      'a (1) (1).tar.gz',
      'a (2).tar.gz',
    ]);
  });

  it('are unique also if only case, composition or invisible characters differ', () => {
    expect(pathsOf('Straße.txt', 'STRASSE.TXT', 'strasse.txt')).toEqual([
      'Straße.txt',
      'STRASSE (1).TXT',
      'strasse (2).txt',
    ]);
    expect(pathsOf('é', 'e\u0301', 'E\u0301')).toEqual(['é', 'é (1)', 'É (2)']);
    expect(pathsOf('a', 'a\u200d')).toEqual(['a', 'a\u200d (1)']);
    expect(pathsOf('a?', 'a*', 'a_')).toEqual(['a_', 'a_ (1)', 'a_ (2)']);
  });

  it('keep folders, and keep apart those that some systems treat as equal', () => {
    expect(pathsOf('Docs/x', 'docs/x', 'Docs/X', 'Docs/deep/er/x', 'con/x', 'a:b/x')).toEqual([
      'Docs/x',
      'docs (1)/x',
      'Docs/X (1)',
      'Docs/deep/er/x',
      '_con/x',
      'a_b/x',
    ]);
  });

  it('give a file and a folder different names', () => {
    expect(pathsOf('a', 'A/x', 'A/y')).toEqual(['a', 'A (1)/x', 'A (1)/y']);
    expect(pathsOf('A/x', 'a')).toEqual(['A/x', 'a (1)']);
    expect(pathsOf('a\\b', 'a/b')).toEqual(['a_b', 'a/b']);
  });

  it('omit the deepest folders if the path would be too long for some systems', () => {
    const deep = Array.from({ length: 300 }, (_, index) => `folder ${index}`);
    const paths = new EntryPaths();
    const [first, second] = [paths.pathOf(deep, 'x.txt'), paths.pathOf([...deep, 'more'], 'x.txt')];
    expect(first).toMatch(/^folder 0\/folder 1\/.*\/x\.txt$/);
    expect(second).toBe(first.replace('x.txt', 'x (1).txt'));
    expect(bytesOf(paths.pathOf(deep, 'é'.repeat(255)))).toBeLessThanOrEqual(1000);
  });

  it('number thousands of equal names without comparing each again', () => {
    const paths = new EntryPaths();
    const variants = Array.from({ length: 4_096 }, (_, bits) =>
      [...'abcdefghijkl'].map((letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter)).join(''),
    );
    const long = 'x'.repeat(250);
    const given = [
      ...variants.map((name) => paths.pathOf([], name)),
      ...variants.map((name) => paths.pathOf([], `${long}${name}`)),
    ];
    expect(new Set(given.map((path) => path.toLowerCase())).size).toBe(2 * variants.length);
    expect(given[4_095]).toBe('ABCDEFGHIJKL (4095)');
  });

  it('take little memory, however long they are', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heapBytes = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const paths = new EntryPaths();
    const folders = ['a', 'b', 'c'].map((letter) => letter.repeat(200));
    const before = heapBytes();
    for (let n = 0; n < 10_000; n += 1) paths.pathOf([...folders, `${n}`], `${n}`.padEnd(250, 'x'));
    expect(heapBytes() - before).toBeLessThan(6_000_000);
    expect(paths.pathOf([], folders[0] ?? '')).toBe(`${folders[0]} (1)`);
  });

  it('[P-284] are unique and safe for any names', () => {
    const nasty = fc.constantFrom(
      '.',
      '..',
      'con',
      'NUL.txt',
      'a ',
      'A.',
      'a',
      'ß',
      'ss',
      'é',
      'e\u0301',
      'a (1)',
      'C:',
      '\\',
    );
    const name = fc.oneof(
      nasty,
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: 300 })
        .map((text) => text.replaceAll('/', ''))
        .filter((text) => text !== ''),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(name, { maxLength: 6 }), name), { maxLength: 40 }), (files) => {
        const paths = new EntryPaths();
        const given = files.map(([folders, file]) => paths.pathOf(folders, file));
        const compared = given.map((path) => path.normalize('NFD').toUpperCase().toLowerCase());
        expect(new Set(compared).size).toBe(given.length);
        // No path of a file is also the path of a folder.
        const folders = new Set(
          compared.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
        );
        expect(compared.filter((path) => folders.has(path))).toEqual([]);
        for (const path of given) {
          expect(bytesOf(path)).toBeLessThanOrEqual(1000);
          for (const segment of path.split('/')) {
            expect(segment).not.toMatch(/^$|^\.\.?$|[. ]$|[\u0000-\u001f\u007f-\u009f<>:"\\|?*]/);
            expect(segment).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i);
            expect(segment.isWellFormed()).toBe(true);
            expect(bytesOf(segment)).toBeLessThanOrEqual(255);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
