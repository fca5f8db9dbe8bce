import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all that is below a folder of this machine; folders with a slash. */
export const listFiles = (top: string, path = ''): string[] =>
  readdirSync(join(top, path), { withFileTypes: true })
    .flatMap((entry) => {
      const at = join(path, entry.name);
      return entry.isDirectory() ? [`${at}/`, ...listFiles(top, at)] : [at];
    })
    .toSorted();
