// Every check, in the order in which a mistake is cheapest to find. Goes on after a failure, so that one run tells all of it.
//   npm test                       all
//   npm test -- lint types         some, by name
// The last line is always `tests: N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './tools.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const node = (...args) => [process.execPath, ...args];

const checks = {
  format: [bin('oxfmt'), '--check'],
  lint: [bin('oxlint'), '--type-aware', '--deny-warnings'],
  types: [bin('tsc'), '-b'],
  sources: node('scripts/check-sources.mjs'),
  imports: node('scripts/check-imports.mjs'),
  generated: node('--conditions=source', 'packages/contract/scripts/generate.ts', '--check'),
  openapi: node('scripts/check-openapi.mjs'),
  lockfile: node('scripts/check-lockfile.mjs'),
  // The tests from outside (e2e) run what was built.
  build: ['pnpm', 'run', 'build'],
  tests: [bin('vitest'), 'run'],
  unused: [bin('knip')],
  packages: node('scripts/check-packages.mjs'),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0) {
  console.error(`no such check: ${unknown.join(', ')} (there are ${Object.keys(checks).join(', ')})`);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'drive-check-'));
const testsLine = join(scratch, 'tests-line');
const failed = [];
for (const [name, [file, ...args]] of Object.entries(checks)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n── ${name}`);
  const began = performance.now();
  const { status, error } = spawnSync(file, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DRIVE_TESTS_LINE_FILE: testsLine },
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (error) console.error(error.message);
  if (status !== 0) failed.push(name);
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'}, ${seconds} s`);
}

console.log(failed.length === 0 ? '\nall checks passed' : `\nfailed: ${failed.join(', ')}`);
const testsFailed = failed.includes('tests') ? 1 : 0;
const line = existsSync(testsLine)
  ? readFileSync(testsLine, 'utf8')
  : `tests: 0 passed, ${testsFailed} failed, 0 skipped`;
rmSync(scratch, { recursive: true, force: true });
process.exitCode = failed.length === 0 ? 0 : 1;
console.log(line);
