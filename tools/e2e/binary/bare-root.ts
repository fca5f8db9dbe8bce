import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The uid of `nobody` on most systems, which has no privileges. */
const ordinary = 65_534;

/**
 * A root directory that contains a binary, its libraries, and an empty directory for its data: no /proc, /dev, /etc or
 * /tmp.
 */
export interface BareRoot {
  readonly path: string;
  /** Path on the host; inside it is /data. */
  readonly data: string;
  /** The command that runs the binary in it as an ordinary user. */
  readonly command: readonly [string, ...string[]];
}

/** undefined if this user cannot use chroot. */
export function makeBareRoot(binary: string): BareRoot | undefined {
  const chroot = ['/usr/sbin/chroot', '/usr/bin/chroot'].find((file) => existsSync(file));
  if (chroot === undefined || spawnSync(chroot, ['/', 'true']).status !== 0) return undefined;
  const path = mkdtempSync(join(tmpdir(), 'drive-root-'));
  chmodSync(path, 0o755);
  takeOver(binary, join(path, 'program'));
  for (const library of linkedBy(binary)) {
    mkdirSync(join(path, dirname(library)), { recursive: true });
    copyFileSync(library, join(path, library));
  }
  const data = join(path, 'data');
  mkdirSync(data);
  chownSync(data, ordinary, ordinary);
  return { path, data, command: [chroot, `--userspec=${ordinary}:${ordinary}`, path, '/program'] };
}

/** Mounts its data as a file system with noexec, and gives it a /tmp; false if this user may not mount. */
export function forbidRunningData({ path, data }: BareRoot): boolean {
  const options = `noexec,nosuid,nodev,uid=${ordinary},gid=${ordinary},mode=0700,size=4g`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', data]).status !== 0) return false;
  const temporary = join(path, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  return true;
}

/** Removes it with its mounts. */
export function removeBareRoot({ path, data }: BareRoot): void {
  spawnSync('umount', ['--lazy', data]);
  rmSync(path, { recursive: true, force: true });
}

/** The libraries and the loader, by path. */
export function linkedBy(binary: string): string[] {
  const told = execFileSync('ldd', [binary], { encoding: 'utf8' });
  return [...told.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, file = '']) => file);
}

function takeOver(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // A link is impossible on another file system.
    copyFileSync(from, to);
  }
}
