// Runs the scripts of package.json. Needs only npm and any Node >= 18: it fetches the right Node and pnpm, installs and builds.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { become, die, prepareTools, root, say } from './toolchain.mjs';

const [task = 'start', ...rest] = process.argv.slice(2);
const { node, pnpm, env, nodeIsReady } = await prepareTools();

const SERVER = 'packages/server/dist/main.mjs';
const CLI = 'packages/cli/dist/main.mjs';
const CLIENTS = 'packages/server/clients/drive-cli.tgz';
/** Folders that the sources don't include. */
const GENERATED = ['node_modules', 'dist', 'clients', 'coverage', 'drive-data', 'dev-data'];

const tasks = {
  start() {
    build();
    warnOfDataInCheckout();
    say('starting the server: a second or two');
    become(node, [SERVER, 'serve', '--cli-profile', ...rest], { cwd: root, env });
  },
  dev() {
    build();
    // A version under development must not change the database of a drive that is in use.
    const dataDirectory = { DRIVE_DATA_DIR: join(root, 'dev-data') };
    become(node, ['tools/scripts/dev.mjs', ...rest], { cwd: root, env: { ...dataDirectory, ...env } });
  },
  cli() {
    build();
    // Paths in the arguments are relative to the user's directory, not to the root that npm changes to.
    become(node, [join(root, CLI), ...rest], { cwd: process.env.INIT_CWD ?? process.cwd(), env });
  },
  'crash-loop'() {
    build();
    become(node, ['--conditions=@drive/source', 'tools/e2e/crash-loop.ts', ...rest], { cwd: root, env });
  },
  torture() {
    build();
    become(node, ['tools/e2e/torture/torture.ts', ...rest], { cwd: root, env });
  },
  bench() {
    build();
    say('measuring: about ten minutes');
    const [beside, own] = [
      ['--only', 'peers', '--minutes', '3', '--mib', '256', '--directory', '/dev/shm'],
      ['--minutes', '6'],
    ];
    const main = ['--conditions=@drive/source', 'tools/bench/main.ts', '--rounds', '3', '--write'];
    for (const part of [beside, own]) run(node, ...main, ...part, ...rest);
    run(node, 'tools/scripts/generate-figures.mjs');
  },
  'bench:quick'() {
    build();
    const main = ['--conditions=@drive/source', 'tools/bench/main.ts', '--only', 'quick'];
    become(node, [...main, ...rest], { cwd: root, env });
  },
  'power-loss'() {
    build();
    become(node, ['--conditions=@drive/source', 'tools/e2e/power-loss/power-loss.ts', ...rest], { cwd: root, env });
  },
  'disk-faults'() {
    build();
    become(node, ['--conditions=@drive/source', 'tools/e2e/disk-faults/disk-faults.ts', ...rest], { cwd: root, env });
  },
  campaign() {
    build();
    become(node, ['--conditions=@drive/source', 'tools/e2e/campaign/campaign.ts', ...rest], { cwd: root, env });
  },
  'trial-cluster'() {
    build();
    become(node, ['--conditions=@drive/source', 'tools/e2e/cluster/trial-cluster.ts', ...rest], { cwd: root, env });
  },
  'watch-run'() {
    build();
    become(node, ['--conditions=@drive/source', 'tools/e2e/watching/watch-run.ts', ...rest], { cwd: root, env });
  },
  pack() {
    build();
    become(node, ['tools/scripts/pack.mjs', ...rest], { cwd: root, env });
  },
  binary() {
    build();
    become(node, ['tools/scripts/binary/build-binary.mjs', ...rest], { cwd: root, env });
  },
  release() {
    build();
    become(node, ['tools/scripts/release/release.mjs', ...rest], { cwd: root, env });
  },
  test() {
    // Paths and options are for vitest; anything else is the name of a check.
    if (rest.some((argument) => /^-|[/\\]|\.tsx?$/.test(argument))) {
      if (rest.some((argument) => argument.includes('e2e'))) build();
      become(node, ['tools/scripts/tests/test-files.mjs', ...rest], { cwd: root, env });
    } else become(node, ['tools/scripts/check.mjs', ...(rest.length === 0 ? ['test'] : rest)], { cwd: root, env });
  },
  verify() {
    become(node, ['tools/scripts/check.mjs', 'verify'], { cwd: root, env });
  },
  'test:changed'() {
    become(node, ['tools/scripts/tests/test-changed.mjs', ...rest], { cwd: root, env });
  },
};

/** Tasks that need only the packages for building and running: a third of those for the checks. */
const RUNS_PACKAGES_ONLY = ['start', 'cli'];
/** Installed for the checks only. */
const CHECKER = 'node_modules/vitest';

if (!Object.hasOwn(tasks, task)) die(`no such task: ${task}`);
// A checkout that has the packages for the checks keeps them: installing less would remove them.
const packagesOnly = RUNS_PACKAGES_ONLY.includes(task) && !existsSync(join(root, CHECKER));
// The packages that the checks need have install scripts, which run on Node.
if (!packagesOnly) await nodeIsReady;
install();
await nodeIsReady;
tasks[task]();

function install() {
  const manifests = listFiles(root, (path) => /(^|\/)(package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml)$/.test(path));
  const stamp = stampOf(packagesOnly ? 'install-packages' : 'install', manifests);
  if (stamp.isCurrent) return;
  say(`installing packages: about ${packagesOnly ? 10 : 20} seconds the first time`);
  const filter = packagesOnly ? ['--prod', '--filter', '{./packages/*}...'] : [];
  run(pnpm, 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only', ...filter);
  stamp.write();
}

function build() {
  const isSource = (path) => /^packages\/(?!sdk\/docs\/|cli\/man\/)/.test(path) && !/\.test\.tsx?$/.test(path);
  const sources = listFiles(root, isSource);
  const others = ['docs/sdk.md', 'tsconfig.base.json', 'pnpm-lock.yaml'];
  const stamp = stampOf('build', [...sources, ...others]);
  if (stamp.isCurrent && [SERVER, CLI, CLIENTS].every((path) => existsSync(join(root, path)))) return;
  say('building: about 10 seconds');
  run(pnpm, '--config.verify-deps-before-run=false', 'run', 'build');
  stamp.write();
}

/** Servers before 1.0 kept their data here by default, and a directory that exists goes on being used. */
function warnOfDataInCheckout() {
  if (process.env.DRIVE_DATA_DIR || rest.some((argument) => argument.startsWith('--data-dir'))) return;
  const directory = join(root, 'drive-data');
  if (!existsSync(directory)) return;
  say(`using ${directory}, which "git clean -x" would delete: move it to ~/.local/share/drive`);
}

/** Whether the inputs of a step are byte for byte those of its last success. */
function stampOf(name, inputs) {
  const stamp = join(root, 'node_modules/.cache/drive', name);
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${node} ${root}\n`);
  for (const path of inputs)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  const digest = hash.digest('hex');
  return {
    isCurrent: existsSync(stamp) && readFileSync(stamp, 'utf8') === digest,
    write() {
      mkdirSync(join(stamp, '..'), { recursive: true });
      writeFileSync(stamp, digest);
    },
  };
}

/** Paths relative to the root, without installed, built and hidden files. */
function listFiles(directory, matches) {
  const found = [];
  const entries = readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || GENERATED.includes(entry.name)) continue;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) found.push(...listFiles(path, matches));
    else if (entry.isFile() && matches(relative(root, path).replaceAll('\\', '/'))) found.push(relative(root, path));
  }
  return found;
}

/** Runs a step; its output is of interest only if it fails. */
function run(file, ...args) {
  const shell = process.platform === 'win32' && file === 'pnpm';
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 2 ** 20, env, shell };
  const { status, error, stdout, stderr } = spawnSync(file, args, options);
  if (status === 0) return;
  process.stderr.write(stdout ?? '');
  process.stderr.write(stderr ?? '');
  if (error) die(`${file}: ${error.message}`);
  die(`"${[file, ...args].join(' ')}" failed with exit code ${status}: its output is above`);
}
