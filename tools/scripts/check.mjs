// Runs the checks, cheapest first. Continues after a failure, so that one run reports all.
//   node tools/scripts/check.mjs test             `npm test`: static checks, unit and module tests, the main path
//   node tools/scripts/check.mjs verify           `npm run verify`: everything else
//   node tools/scripts/check.mjs test verify      both, as CI does: builds and packs once
//   node tools/scripts/check.mjs lint types       single stages
// The last line is always `tests: N passed, N failed, N skipped`, summed over the stages; a failed stage that reports
// no numbers counts as one failure.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../launcher/toolchain.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const node = (...args) => [process.execPath, ...args];

const vitest = (...projects) => [bin('vitest'), 'run', ...projects.flatMap((name) => ['--project', name])];

/** The groups run one after another; within a group, `parallel` stages run at a time. */
const groups = [
  {
    parallel: 2,
    stages: {
      format: [bin('oxfmt'), '--check'],
      lint: [bin('oxlint'), '--type-aware', '--deny-warnings'],
      types: [bin('tsc'), '-b'],
      sources: node('tools/scripts/check-sources.mjs'),
      regexes: node('tools/scripts/check-regexes.mjs'),
      imports: node('tools/scripts/check-imports.mjs'),
      generated: node('--conditions=@drive/source', 'packages/contract/scripts/generate.ts', '--check'),
      texts: node('--conditions=@drive/source', 'packages/internal/texts/scripts/generate.ts', '--check'),
      settings: node('--conditions=@drive/source', 'tools/scripts/generate-settings.mjs', '--check'),
      figures: node('tools/scripts/generate-figures.mjs', '--check'),
      openapi: node('tools/scripts/check-openapi.mjs'),
      lockfile: node('tools/scripts/check-lockfile.mjs'),
      unused: [bin('knip')],
    },
  },
  // The later stages run the built programs.
  { parallel: 1, stages: { build: ['pnpm', 'run', 'build'] } },
  // Tests run alone: some observe concurrent work.
  {
    parallel: 1,
    stages: {
      tests: vitest('contract', 'internal', 'sdk', 'react', 'web', 'cli', 'server', 'main-path'),
      // Killed processes, browsers and proxies depend on the load of the machine; a later try that passes is reported
      // as FLAKY.
      'more-tests': [
        ...vitest('long', 'internal-postgres', 'server-postgres', 's3', 'three-servers', 'browser', 'e2e'),
        '--retry=2',
      ],
    },
  },
  // Alone, too: compares the processor time of small requests with the recorded one.
  {
    parallel: 1,
    stages: { bench: node('--conditions=@drive/source', 'tools/bench/main.ts', '--only', 'quick') },
  },
  // Builds again, as a publisher does; no built program may be running.
  { parallel: 1, stages: { pack: node('tools/scripts/pack.mjs') } },
  {
    parallel: 2,
    stages: {
      // The longest first.
      binaries: node('tools/scripts/binary/check-binaries.mjs'),
      image: node('tools/scripts/check-image.mjs'),
      examples: node('tools/scripts/check-examples.mjs'),
      snippets: node('tools/scripts/check-snippets.mjs'),
      session: node('tools/scripts/pictures/record-session.mjs', '--check'),
      packages: node('tools/scripts/check-packages.mjs'),
      sbom: node('tools/scripts/check-sbom.mjs'),
      install: node('tools/scripts/check-install.mjs'),
      clients: node('tools/scripts/check-clients.mjs'),
    },
  },
];

const names = groups.flatMap(({ stages }) => Object.keys(stages));
const suites = {
  test: [...Object.keys(groups[0].stages), 'build', 'tests', 'pack', 'examples'],
  verify: [
    'build',
    'more-tests',
    'bench',
    'pack',
    'binaries',
    'image',
    'snippets',
    'session',
    'packages',
    'sbom',
    'install',
    'clients',
  ],
};
const asked = process.argv.slice(2).flatMap((name) => suites[name] ?? [name]);
const unknown = asked.filter((name) => !names.includes(name));
if (asked.length === 0 || unknown.length > 0) {
  console.error(`no such check: ${unknown.join(', ')} (choose from ${[...Object.keys(suites), ...names].join(', ')})`);
  process.exit(2);
}

// Two stages that packed separately would build the same package at the same time.
const needsPacked = ['packages', 'install', 'clients', 'examples', 'snippets'];
if (asked.some((name) => needsPacked.includes(name))) asked.push('pack');

const scratch = mkdtempSync(join(tmpdir(), 'drive-check-'));
const linesFile = (name) => join(scratch, name);
const failed = [];
const running = new Set();
// A terminal sends Ctrl-C to the children too; a signal sent to this process alone is forwarded.
for (const signal of ['SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });
for (const { parallel, stages } of groups) {
  const wanted = Object.entries(stages).filter(([name]) => asked.includes(name));
  const next = async () => {
    for (let stage = wanted.shift(); stage !== undefined; stage = wanted.shift()) await run(stage, parallel > 1);
  };
  await Promise.all(Array.from({ length: parallel }, next));
}

console.log(failed.length === 0 ? '\nall checks passed' : `\nfailed: ${failed.join(', ')}`);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const name of names) {
  const counted = existsSync(linesFile(name)) ? readFileSync(linesFile(name), 'utf8') : '';
  const numbers = [...counted.matchAll(/(\d+) (passed|failed|skipped)/g)];
  for (const [, number, what] of numbers) total[what] += Number(number);
  const isCounted = numbers.some(([, number, what]) => what === 'failed' && Number(number) > 0);
  if (failed.includes(name) && !isCounted) total.failed += 1;
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = failed.length === 0 ? 0 : 1;
console.log(`tests: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);

/** Runs one stage. `holdBack` prints its output at the end, so that parallel stages don't mix. */
async function run([name, [file, ...args]], holdBack) {
  if (!holdBack) console.log(`\n── ${name}`);
  const began = performance.now();
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', holdBack ? 'pipe' : 'inherit', holdBack ? 'pipe' : 'inherit'],
    env: { ...process.env, CHECKS_LINE_FILE: linesFile(name), CHECKS_PACKED_DIR: join(scratch, 'packed') },
    shell: process.platform === 'win32',
  });
  running.add(child);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      resolve(-1);
    });
    child.once('close', resolve);
  });
  running.delete(child);
  if (status !== 0) failed.push(name);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (holdBack) console.log(`\n── ${name}`);
  if (output.length > 0) process.stdout.write(Buffer.concat(output));
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'}, ${seconds} s`);
}
