import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const packageRoot = join(import.meta.dirname, '..');

/** The errors of the compiler for files that use this package; empty if there are none. */
export function compile(
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>> = {},
): string {
  return withFolder((folder) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    writeConfig(folder, { include: ['*.ts'] }, { noEmit: true, noUnusedLocals: false, rootDir: '..', ...options });
    return runCompiler('-p', folder).replaceAll(/^.*\.types-\w+\//gm, '');
  });
}

/** The declarations that the compiler emits for the sources, by file, without internal ones. */
export function emitDeclarations({ comments }: { readonly comments: boolean }): ReadonlyMap<string, string> {
  return withFolder((folder) => {
    const entries = ['index', 'node/index', 'server/index', 'webhooks/index'];
    const settings = { files: entries.map((entry) => `../src/${entry}.ts`), include: [] };
    writeConfig(folder, settings, {
      outDir: './out',
      rootDir: '../src',
      noEmit: false,
      emitDeclarationOnly: true,
      declaration: true,
      removeComments: !comments,
      stripInternal: true,
    });
    const said = runCompiler('-p', folder);
    if (said !== '') throw new Error(said);
    const out = join(folder, 'out');
    const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
    return new Map(names.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(out, name), 'utf8')]));
  });
}

function withFolder<T>(use: (folder: string) => T): T {
  // Inside the package, so that `@drive/sdk` is this one.
  const folder = mkdtempSync(join(packageRoot, '.types-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeConfig(folder: string, settings: object, options: object): void {
  const compilerOptions = {
    composite: false,
    incremental: false,
    tsBuildInfoFile: null,
    declaration: false,
    emitDeclarationOnly: false,
    moduleDetection: 'force',
    ...options,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.json', references: [], ...settings, compilerOptions }),
  );
}

function runCompiler(...args: string[]): string {
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  try {
    return execFileSync(process.execPath, [tsc, ...args], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}
