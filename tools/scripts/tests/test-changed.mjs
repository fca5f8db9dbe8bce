// Checks a change during work: format and lint of the changed files, types of everything, and the tests in the folders
// of the changed files (for the server on SQLite). `npm test` and `npm run verify` remain authoritative.
//   npm run test:changed              changes since main
//   npm run test:changed -- HEAD      uncommitted changes
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../launcher/toolchain.mjs';

const [base = 'main'] = process.argv.slice(2);
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...git('diff', '--name-only', '--merge-base', base),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((path) => existsSync(join(root, path)));

/** packages/server/src/modules/shares/pages/x.tsx -> packages/server/src/modules/shares/ */
const folders = new Set(
  changed.flatMap(
    (path) => /^packages\/(internal\/)?[^/]+\/src\/((modules|platform)\/)?([^/.]+\/)?/.exec(path)?.[0] ?? [],
  ),
);
const code = changed.filter((path) => /\.(ts|tsx|mjs)$/.test(path));
const projects = ['contract', 'internal', 'sdk', 'react', 'web', 'cli', 'server'].flatMap((name) => [
  '--project',
  name,
]);

const bin = (name) => join(root, 'node_modules/.bin', name);
if (changed.length > 0) run(bin('oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...changed);
run(bin('tsc'), '-b');
if (code.length > 0) run(bin('oxlint'), '--type-aware', '--deny-warnings', ...code);
if (folders.size > 0) run(bin('vitest'), 'run', '--passWithNoTests', ...projects, ...folders);

function run(file, ...args) {
  const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
