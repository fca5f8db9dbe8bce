import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');

/** Builds the app if its sources changed since the last build. */
export default async function buildApp(): Promise<void> {
  const built = join(root, 'dist/files.json');
  const sources = globSync(['src/**/*', 'build/*', 'public/*', '../sdk/src/**/*', '*.{html,ts,json}'], { cwd: root });
  const newest = Math.max(...sources.map((path) => statSync(join(root, path)).mtimeMs));
  if (!existsSync(built) || statSync(built).mtimeMs < newest) await build({ root, logLevel: 'error' });
}
