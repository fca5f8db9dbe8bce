// Runs the tests of files or folders on SQLite, or watches them. `npm test -- PATH` calls it; other options are vitest's.
//   npm test -- packages/sdk/src/sha256.test.ts
//   npm test -- packages/server/src/modules/links -t 'expiry'
//   npm test -- --watch
//   npm test -- --project server-postgres packages/server/src/modules/links
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../launcher/toolchain.mjs';

const args = process.argv.slice(2).map((argument) => argument.replace(/^\.[/\\]/, '').replaceAll('\\', '/'));
const watches = args.includes('--watch') || args.includes('-w');
const options = args.filter((argument) => !['--watch', '-w'].includes(argument));
const projects = options.some((option) => option.startsWith('--project'))
  ? []
  : [...new Set(options.flatMap(projectsOf))];
if (projects.length === 0 && !options.some((option) => option.startsWith('--project')))
  projects.push('contract', 'internal', 'sdk', 'react', 'web', 'cli', 'server');

const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    watches ? 'watch' : 'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...options,
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);

/** The projects of vitest.config.ts that run the tests of a path without further servers. Starting each takes time. */
function projectsOf(path) {
  if (path.startsWith('tools/e2e')) return ['main-path', 'e2e'];
  if (path.endsWith('.browser.test.ts')) return ['browser'];
  if (path.endsWith('.s3.test.ts')) return ['s3'];
  const [, name] = /^packages\/(contract|internal|sdk|web|cli|server)(?:\/|$)/.exec(path) ?? [];
  if (name === undefined) return [];
  // A single file may be one of those that only `npm run verify` runs.
  return /\.tsx?$/.test(path) ? [name, 'long'] : [name];
}
