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
  for (const source of [...sources, '../README.md', '../../../README.md']) {
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
  expect(count).toBeGreaterThan(30);
  expect(runCompiler('-p', folder)).toBe('');
});

it('has a core that needs nothing of Node, and shows no type of another package', () => {
  const core = join(folder, 'core');
  const settings = {
    extends: '../tsconfig.json',
    files: ['../src/index.ts', '../src/webhooks/index.ts'],
    include: [],
    references: [],
  };
  const compilerOptions = {
    types: [],
    outDir: core,
    rootDir: '../src',
    tsBuildInfoFile: null,
    composite: false,
    incremental: false,
  };
  writeFileSync(join(folder, 'tsconfig.core.json'), JSON.stringify({ ...settings, compilerOptions }));
  expect(runCompiler('-p', join(folder, 'tsconfig.core.json'))).toBe('');
  const declarations = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.d.ts'),
  );
  expect(declarations.length).toBeGreaterThan(10);
  const imports = declarations.flatMap((file) =>
    // Without the examples in comments.
    [...withoutComments(readFileSync(join(core, file), 'utf8')).matchAll(/(?:from|import\() ?'([^']+)'/g)].map(
      ([, name]) => name,
    ),
  );
  expect(imports.filter((name) => name?.startsWith('.') !== true)).toEqual([]);
});

const withoutComments = (text: string): string => text.replaceAll(/\/\*.*?\*\//gs, '');

function runCompiler(...args: string[]): string {
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  try {
    return execFileSync(process.execPath, [tsc, ...args], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

it('shows an example on every export and every method of a resource', () => {
  const missing: string[] = [];
  for (const source of sources.filter((file) =>
    /^(client|error|page|request-options|resources|upload.upload-types|upload.collected|events|webhooks|node)/.test(
      file,
    ),
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

const faces = ['index.ts', 'node/index.ts', 'webhooks/index.ts']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n');
const publicNames = new Set([...faces.matchAll(/\b([A-Za-z]\w+)\b(?=[,\s}])/g)].map(([, name]) => name));
