import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'tsdown';

export interface Bundle {
  /** By file name; the entry is `index.mjs`. */
  readonly files: ReadonlyMap<string, string>;
  /** Imports that remain at run time. */
  readonly externals: readonly string[];
}

/** The output of a bundler for a program that uses this package, for a platform with these export conditions. */
export async function bundle(
  program: string,
  conditions: readonly string[],
  format: 'esm' | 'iife' = 'esm',
): Promise<Bundle> {
  // Inside the package, so that `@drive/sdk` is this one.
  const folder = mkdtempSync(join(import.meta.dirname, '../.bundle-'));
  const out = mkdtempSync(join(tmpdir(), 'drive-bundle-'));
  try {
    writeFileSync(join(folder, 'index.ts'), program);
    await build({
      config: false,
      cwd: folder,
      entry: { index: join(folder, 'index.ts') },
      outDir: out,
      format,
      platform: 'neutral',
      minify: true,
      dts: false,
      logLevel: 'error',
      deps: { neverBundle: [/^node:/] },
      inputOptions: { resolve: { conditionNames: ['@drive/source', ...conditions, 'import', 'default'] } },
      outputOptions: { entryFileNames: 'index.mjs' },
    });
    const files = new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]));
    const externals = [...files.values()].flatMap((text) =>
      [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`]([^"'`.][^"'`]*)["'`]/g)].map(([, name = '']) => name),
    );
    return { files, externals };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(out, { recursive: true, force: true });
  }
}

/** Sizes of a program whose page uses what it imports: of what it loads at first, and with what it loads when needed. */
export async function weigh(program: string): Promise<{ readonly first: number; readonly all: number }> {
  const [, name = ''] = /^import (?:\* as |\{ )(\w+)/.exec(program) ?? [];
  const { files } = await bundle(`${program}\nglobalThis.used = ${name};`, ['browser']);
  const later = [...files.values()].flatMap((text) =>
    [...text.matchAll(/\bimport\(\s*["'`]\.\/([^"'`]+)/g)].map(([, file = '']) => file),
  );
  const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + gzipBytes(text), 0);
  const first = sum([...files].filter(([file]) => !later.includes(file)).map(([, text]) => text));
  return { first, all: sum([...files.values()]) };
}

export const gzipBytes = (text: string): number => gzipSync(text, { level: 9 }).byteLength;
