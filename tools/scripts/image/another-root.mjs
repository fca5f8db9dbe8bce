// Programs in another root directory, in namespaces of their own: what a container is, without the daemon.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Where Docker looks for programs in an image that says nothing of it. */
export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Why it can't be done here, if it can't. */
export function whyNoOtherRoot() {
  if (process.platform !== 'linux') return 'roots are changed on Linux only';
  if (process.getuid() !== 0) return 'only root may change the root';
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return status === 0 ? undefined : 'this machine permits no mounts';
}

/**
 * Starts a program as the first process of its own namespace. `mounts` are {from, to, readOnly}, `to` inside the root, where
 * /proc is always there. `userspec` is uid:gid.
 */
export function spawnInRoot(root, command, { mounts = [], readOnly = false, userspec = '0:0', env, stdio = 'pipe' }) {
  const say = (...words) => words.map(quote).join(' ');
  const lines = ['set -eu', say('mount', '--bind', root, root)];
  for (const { to } of [...mounts, { to: '/proc' }]) mkdirSync(join(root, to), { recursive: true });
  for (const { from, to, readOnly: isFixed } of mounts) {
    const place = join(root, to);
    lines.push(say('mount', '--rbind', from, place));
    if (isFixed) lines.push(say('mount', '-o', 'remount,bind,ro', place));
  }
  lines.push(say('mount', '-t', 'proc', 'proc', join(root, 'proc')));
  if (readOnly) lines.push(say('mount', '-o', 'remount,bind,ro', root));
  lines.push(`exec ${say('chroot', `--userspec=${userspec}`, '--groups=', root, ...command)}`);
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', lines.join('\n')];
  return spawn('unshare', args, { env: { PATH, ...env }, stdio });
}

/** The process that was started, as this namespace knows it: a signal to the one in between would end it at once. */
export function innerPid({ pid }) {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return Number(child);
}

/** Answers {status, output}. `timeoutMs` is for what hangs, not for a slow machine. */
export async function runInRoot(root, command, { timeoutMs = 900_000, ...options }) {
  const child = spawnInRoot(root, command, options);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  child.stdin.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  clearTimeout(timer);
  return { status, output: Buffer.concat(said).toString() };
}

/**
 * This machine's own system in the place of an image that can't be fetched: its programs and settings to read, and `local` as
 * /usr/local. Makes the links in the root and answers the mounts.
 */
export function systemOfThisMachine(root, local) {
  const mounts = [];
  for (const name of ['usr', 'bin', 'sbin', 'lib', 'lib64', 'etc']) {
    const path = `/${name}`;
    if (!existsSync(path)) continue;
    if (!lstatSync(path).isSymbolicLink()) mounts.push({ from: path, to: path, readOnly: true });
    else if (!existsSync(join(root, name))) symlinkSync(readlinkSync(path), join(root, name));
  }
  mounts.push({ from: local, to: '/usr/local', readOnly: true }, { from: '/dev', to: '/dev' });
  for (const name of ['tmp', 'root']) mkdirSync(join(root, name), { recursive: true });
  return mounts;
}

export const pnpmStore = (pnpm) => execFileSync(pnpm, ['store', 'path'], { encoding: 'utf8' }).trim();

const quote = (word) => `'${word.replaceAll("'", `'\\''`)}'`;
