import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Default of servers before 1.0: beside the sources in a checkout, where `git clean -x` deletes it. */
const FORMER = 'drive-data';

/**
 * Data directory of a server without DRIVE_DATA_DIR: `drive-data` in the working directory if it exists, so that no
 * drive seems to be empty, else a place of the user.
 */
export function defaultDataDirectory(
  env: Readonly<Record<string, string | undefined>>,
  { platform = process.platform, home = homeOf, workingDirectory = process.cwd() }: Machine = {},
): string {
  const former = join(workingDirectory, FORMER);
  if (existsSync(former)) return former;
  const named = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_DATA_HOME'];
  // Relative paths are to be ignored, as the XDG specification says.
  if (named && isAbsolute(named)) return join(named, 'drive');
  const homeDirectory = home();
  if (homeDirectory === undefined) return former;
  return platform === 'win32' ? join(homeDirectory, 'AppData/Local/drive') : join(homeDirectory, '.local/share/drive');
}

interface Machine {
  readonly platform?: NodeJS.Platform;
  readonly home?: () => string | undefined;
  readonly workingDirectory?: string;
}

/** Undefined for a user without HOME and without an entry in /etc/passwd, as in some containers. */
function homeOf(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
