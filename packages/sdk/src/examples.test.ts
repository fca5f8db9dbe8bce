import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const packageRoot = join(import.meta.dirname, '..');
const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.gen.ts'),
);
// Inside the package, so that `@drive/sdk` is this one.
const folder = mkdtempSync(join(packageRoot, '.examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const exampleLines = (comment: string): string => comment.replaceAll(/^ *\* ?/gm, '');

it('compiles every example of the documentation', () => {
  let count = 0;
  for (const source of sources) {
    const text = readFileSync(join(import.meta.dirname, source), 'utf8');
    for (const [, example] of text.matchAll(/```ts\n(.*?)```/gs)) {
      writeFileSync(join(folder, `${source.replaceAll(/\W/g, '-')}-${count++}.ts`), exampleLines(example ?? ''));
    }
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions: {
        composite: false,
        noEmit: true,
        noUnusedLocals: false,
        emitDeclarationOnly: false,
        declaration: false,
        declarationMap: false,
        incremental: false,
        moduleDetection: 'force',
        rootDir: '..',
      },
      include: ['*.ts'],
      references: [],
    }),
  );
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const run = (): string => {
    try {
      return execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout);
    }
  };
  expect(count).toBeGreaterThan(30);
  expect(run()).toBe('');
});

it('shows an example on every export and every method of a resource', () => {
  const missing: string[] = [];
  for (const source of sources.filter((file) =>
    /^(client|error|page|request-options|resources|upload.upload-types|node)/.test(file),
  )) {
    const text = readFileSync(join(import.meta.dirname, source), 'utf8');
    const isFace = !/(path-source|partial-file)/.test(source);
    for (const match of text.matchAll(
      /(\/\*\*(?:(?!\*\/).)*\*\/)?\n( {2}(?:async )?[a-z]\w*\(.*\).*\{|export (?:async )?(?:class|interface|function|type) \w+)/gs,
    )) {
      const [, comment = '', declaration = ''] = match;
      const isMethod = declaration.startsWith('  ');
      if (!isFace || comment.includes('@example') || comment.includes('@internal')) continue;
      if (isMethod ? source.startsWith('resources') : publicNames.has(/(\w+)$/.exec(declaration)?.[1] ?? ''))
        missing.push(`${source}: ${declaration.trim()}`);
    }
  }
  expect(missing).toEqual([]);
});

const faces = ['index.ts', 'node/index.ts']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n');
const publicNames = new Set([...faces.matchAll(/\b([A-Za-z]\w+)\b(?=[,\s}])/g)].map(([, name]) => name));
