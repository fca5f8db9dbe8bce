import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'tsdown';

/** Worker threads need files of their own: src/**\/x.worker.ts becomes dist/x.worker.mjs, beside main.mjs. */
const workers = globSync('src/**/*.worker.ts', { cwd: import.meta.dirname });

export default defineConfig({
  entry: { main: 'src/main.ts', ...Object.fromEntries(workers.map((file) => [basename(file, '.ts'), file])) },
  format: 'esm',
  platform: 'node',
  target: 'node22',
  dts: false,
  clean: true,
  sourcemap: true,
  // The contract is private and TypeScript only. The others are many small files, which would take most of a start.
  deps: { alwaysBundle: ['@drive/contract', /^(@hono.node-server|hono|ipaddr.js|kysely|zod)($|.)/] },
  inputOptions: { resolve: { conditionNames: ['source', 'import', 'node', 'default'] } },
});
