import { cpSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'tsdown';

const entriesOf = (pattern: string): Record<string, string> =>
  Object.fromEntries(globSync(pattern, { cwd: import.meta.dirname }).map((file) => [basename(file, '.ts'), file]));

export default defineConfig([
  {
    // Worker threads need files of their own: x.worker.ts becomes dist/x.worker.mjs, beside main.mjs.
    entry: { main: 'src/main.ts', ...entriesOf('{src,../internal/*/src}/**/*.worker.ts') },
    format: 'esm',
    platform: 'node',
    target: 'node22',
    dts: false,
    clean: true,
    sourcemap: true,
    // Packages of this workspace are delivered inside the program. The others are many small files, which would take most of a start.
    deps: {
      alwaysBundle: [
        /^@drive\//,
        /^(@hono.node-server|@modelcontextprotocol.(core|server)|@tus.server|hono|ipaddr.js|kysely|zod)($|.)/,
      ],
    },
    hooks: {
      'build:done': () =>
        cpSync(join(import.meta.dirname, '../web/dist'), join(import.meta.dirname, 'dist/web'), { recursive: true }),
    },
    inputOptions: { resolve: { conditionNames: ['@drive/source', 'import', 'node', 'default'] } },
    // One character above Latin-1 would make V8 hold the whole source with two bytes a character.
    outputOptions: { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } },
  },
  // Client scripts: src/**\/x.client.ts becomes a minified dist/x.client.js. Each has a build of its own, because pages load it
  // without the files that it would have in common with others.
  ...Object.entries(entriesOf('{src,../internal/*/src}/**/*.client.ts')).map(([name, file]) => ({
    entry: { [name]: file },
    format: 'esm' as const,
    platform: 'browser' as const,
    target: 'es2022',
    dts: false,
    clean: false,
    minify: true,
    outExtensions: () => ({ js: '.js' }),
  })),
]);
