import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');

/** Builds the app if its sources changed since the last build. */
export default async function buildApp(): Promise<void> {
  const built = join(root, 'dist/files.json');
  const sources = globSync(['src/**/*', 'build/*', 'public/*', '../sdk/src/**/*', '*.{html,ts,json}'], { cwd: root });
  const newest = Math.max(...sources.map((path) => statSync(join(root, path)).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  // Vitest sets `test`, with which React would be its larger and slower development build.
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ root, logLevel: 'error' });
  } finally {
    process.env['NODE_ENV'] = before;
  }
}
