import { readFileSync } from 'node:fs';

/**
 * Paths below a folder at which Linux mounts something, as `/proc/self/mountinfo` has them. A folder that is mounted again elsewhere on its
 * own disk is known by this alone.
 */
export function mountsBelow(folder: string, mountInfo: string): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const line of mountInfo.split('\n')) {
    const path = line
      .split(' ')[4]
      ?.replaceAll(/\\([0-7]{3})/g, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
    if (path?.startsWith(folder === '/' ? folder : `${folder}/`) === true) paths.add(path);
  }
  return paths;
}

/** The mounts of this system; empty where it does not tell. */
export function readMountInfo(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}
