import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { commentedDeclaration, createApiReference, exportsOf } from '../test/api-report.ts';
import { emitDeclarations } from '../test/declarations.ts';

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
  for (const source of [...sources, '../README.md', '../../../README.md', '../../../docs/sdk.md']) {
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

it('has a core that needs no Node API, and shows no type of another package', () => {
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

it('shows an example for every export, and for each of its methods', () => {
  const declarations = emitDeclarations({ comments: true });
  const missing: string[] = [];
  let methods = 0;
  for (const entry of ['index.d.ts', 'node/index.d.ts', 'webhooks/index.d.ts']) {
    // Types generated from the contract are described field by field.
    for (const { name, file } of exportsOf(entry, declarations).filter((each) => each.file !== 'api.gen.d.ts')) {
      const { comment, body } = commentedDeclaration(name, declarations.get(file) ?? '');
      if (!comment.includes('@example')) missing.push(name);
      for (const [, about = '', method = ''] of body.matchAll(
        /(\/\*\*(?:(?!\*\/).)*\*\/\s*)?\n {4}(?:static )?(\w+)(?:<[^>(]*>)?\(/gs,
      )) {
        if (method === 'constructor' || (isShape.test(name) && !/^(pages|withResponse)$/.test(method))) continue;
        methods += 1;
        if (!about.includes('@example')) missing.push(`${name}.${method}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(methods).toBeGreaterThan(80);
});

/** Types that callers bring themselves. */
const isShape = /^(Logger|ResumeStore)$/;

/** Types without named fields of their own, and functions. */
const isInline = /^(OpenedLink|ShareKey|WebhookHeaders|putPath|srcSet)$/;

it('describes every field of every type that can be imported', () => {
  const declarations = emitDeclarations({ comments: true });
  const missing: string[] = [];
  let fields = 0;
  for (const entry of ['index.d.ts', 'node/index.d.ts', 'webhooks/index.d.ts']) {
    for (const { name, file } of exportsOf(entry, declarations)) {
      const lines = commentedDeclaration(name, declarations.get(file) ?? '').body.split('\n');
      for (const [index, line] of lines.entries()) {
        const [, field] = /^ {4}(?:readonly )?(\w+)\??: /.exec(line) ?? [];
        // Declared inline, where the comment of the whole explains it.
        if (field === undefined || isInline.test(name)) continue;
        fields += 1;
        if (lines[index - 1]?.trimEnd().endsWith('*/') !== true) missing.push(`${name}.${field}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(fields).toBeGreaterThan(600);
});

it('has a reference with every export, its comment and its example', () => {
  const reference = createApiReference(emitDeclarations({ comments: true }));
  expect(reference).toMatch(/### DriveClient\n\nClient of a Drive server\.[\s\S]*?```ts\nimport \{ DriveClient \}/);
  expect(reference).toMatch(/### downloadFolder\n\nDownloads a folder with its contents/);
  expect(reference.match(/^### /gm)?.length).toBeGreaterThan(150);
});
