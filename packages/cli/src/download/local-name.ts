import { nameOnWindows, nameThatFits } from '@drive/sdk/node';
import { cleanItemName, findNameProblem } from '../remote/item-name.ts';
import { CliError } from '../shell/cli-error.ts';

/** The disk that downloads are written to. */
export interface LocalDisk {
  readonly platform: NodeJS.Platform;
  /** Longest name in bytes. Default: that of most file systems. */
  readonly longestName?: number | undefined;
  readonly onShortened?: ((name: string, shortened: string) => void) | undefined;
}

/**
 * The local name of a remote file or folder: one name inside its folder, for any name from the server. Windows allows
 * fewer names than the server; there some are replaced. A name that is too long for the disk is shortened.
 */
export function requireLocalName(name: string, { platform, longestName, onShortened }: LocalDisk): string {
  const cleaned = cleanItemName(name);
  if (findNameProblem(cleaned) !== undefined) {
    throw new CliError('failed', `${JSON.stringify(name)} is not a valid file name on this system`, {
      hint: 'choose one with -o',
    });
  }
  const allowed = platform === 'win32' ? nameOnWindows(cleaned) : cleaned;
  const local = nameThatFits(allowed, { platform, longest: longestName });
  if (local !== allowed) onShortened?.(cleaned, local);
  return local;
}

/** Shortens the longest names to make room for the extension. */
export const zipNameFor = (name: string): string => `${[...name].slice(0, 250).join('')}.zip`;
