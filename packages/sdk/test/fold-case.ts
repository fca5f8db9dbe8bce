import { existsSync, readdirSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** From now on until the end of the test, the disk below a folder has one file for names that differ in case, as far as `lstat` tells. */
export function foldCaseBelow(folder: string): void {
  const { lstat } = promises;
  const replace = (by: typeof lstat): void => {
    promises.lstat = by;
    syncBuiltinESMExports();
  };
  replace((async (path: string, options?: object) => {
    const name = basename(path).toLowerCase();
    const isBelow = path.startsWith(folder) && existsSync(dirname(path));
    const found = isBelow ? readdirSync(dirname(path)).find((one) => one.toLowerCase() === name) : undefined;
    return lstat(found === undefined ? path : join(dirname(path), found), options);
  }) as typeof lstat);
  onTestFinished(() => replace(lstat));
}
