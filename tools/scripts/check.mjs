// Every check, in the order in which a mistake is cheapest to find. Goes on after a failure, so that one run tells all of it.
//   npm test                       all
//   npm test -- lint types         some, by name
// The last line is always `tests: N passed, N failed, N skipped`: the tests, and what other stages count; a stage that fails
// and counts nothing counts as one failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../launcher/toolchain.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const node = (...args) => [process.execPath, ...args];

/** One group after the other; those of one group side by side, as they take little, or wait for something else. */
const groups = [
  {
    sideBySide: 2,
    stages: {
      format: [bin('oxfmt'), '--check'],
      lint: [bin('oxlint'), '--type-aware', '--deny-warnings'],
      types: [bin('tsc'), '-b'],
      sources: node('tools/scripts/check-sources.mjs'),
      regexes: node('tools/scripts/check-regexes.mjs'),
      imports: node('tools/scripts/check-imports.mjs'),
      generated: node('--conditions=@drive/source', 'packages/contract/scripts/generate.ts', '--check'),
      openapi: node('tools/scripts/check-openapi.mjs'),
      lockfile: node('tools/scripts/check-lockfile.mjs'),
      unused: [bin('knip')],
    },
  },
  // What follows runs what was built.
  { sideBySide: 1, stages: { build: ['pnpm', 'run', 'build'] } },
  // The tests have the machine to themselves: some look at what happens while something else goes on.
  { sideBySide: 1, stages: { tests: [bin('vitest'), 'run'] } },
  // Builds once more, as a publisher would: nothing may be running what was built.
  { sideBySide: 1, stages: { pack: node('tools/scripts/pack.mjs') } },
  {
    sideBySide: 2,
    stages: {
      // The longest first.
      binaries: node('tools/scripts/check-binaries.mjs'),
      image: node('tools/scripts/check-image.mjs'),
      examples: node('tools/scripts/check-examples.mjs'),
      snippets: node('tools/scripts/check-snippets.mjs'),
      session: node('tools/scripts/record-session.mjs', '--check'),
      packages: node('tools/scripts/check-packages.mjs'),
      install: node('tools/scripts/check-install.mjs'),
    },
  },
];

const names = groups.flatMap(({ stages }) => Object.keys(stages));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such check: ${unknown.join(', ')} (there are ${names.join(', ')})`);
  process.exit(2);
}

// Two that packed by themselves would build the same at the same time.
const lookAtPacked = ['packages', 'install', 'examples', 'snippets'];
if (asked.some((name) => lookAtPacked.includes(name))) asked.push('pack');

const scratch = mkdtempSync(join(tmpdir(), 'drive-check-'));
const linesFile = (name) => join(scratch, name);
const failed = [];
const running = new Set();
// A terminal sends Ctrl-C to all of them; what is sent to this process alone goes on to what it runs.
for (const signal of ['SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });
for (const { sideBySide, stages } of groups) {
  const wanted = Object.entries(stages).filter(([name]) => asked.length === 0 || asked.includes(name));
  const next = async () => {
    for (let stage = wanted.shift(); stage !== undefined; stage = wanted.shift()) await run(stage, sideBySide > 1);
  };
  await Promise.all(Array.from({ length: sideBySide }, next));
}

console.log(failed.length === 0 ? '\nall checks passed' : `\nfailed: ${failed.join(', ')}`);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const name of names) {
  const counted = existsSync(linesFile(name)) ? readFileSync(linesFile(name), 'utf8') : '';
  const numbers = [...counted.matchAll(/(\d+) (passed|failed|skipped)/g)];
  for (const [, number, what] of numbers) total[what] += Number(number);
  const told = numbers.some(([, number, what]) => what === 'failed' && Number(number) > 0);
  if (failed.includes(name) && !told) total.failed += 1;
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = failed.length === 0 ? 0 : 1;
console.log(`tests: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);

/** What a stage says is held back while another could say something in between. */
async function run([name, [file, ...args]], holdBack) {
  if (!holdBack) console.log(`\n── ${name}`);
  const began = performance.now();
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', holdBack ? 'pipe' : 'inherit', holdBack ? 'pipe' : 'inherit'],
    env: { ...process.env, DRIVE_TESTS_LINE_FILE: linesFile(name), DRIVE_PACKED_DIR: join(scratch, 'packed') },
    shell: process.platform === 'win32',
  });
  running.add(child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      said.push(Buffer.from(`${error.message}\n`));
      resolve(-1);
    });
    child.once('close', resolve);
  });
  running.delete(child);
  if (status !== 0) failed.push(name);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (holdBack) console.log(`\n── ${name}`);
  if (said.length > 0) process.stdout.write(Buffer.concat(said));
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'}, ${seconds} s`);
}
