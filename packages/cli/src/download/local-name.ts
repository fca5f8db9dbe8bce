import { nameOnWindows } from '@drive/sdk/node';
import { cleanItemName, findNameProblem } from '../remote/item-name.ts';
import { CliError } from '../shell/cli-error.ts';

/**
 * The local name of a remote file or folder: one name inside its folder, for any name from the server. Windows allows
 * fewer names than the server; there some are replaced.
 */
export function requireLocalName(name: string, platform: NodeJS.Platform): string {
  const cleaned = cleanItemName(name);
  if (findNameProblem(cleaned) !== undefined) {
    throw new CliError('failed', `${JSON.stringify(name)} is not a valid file name on this system`, {
      hint: 'choose one with -o',
    });
  }
  return platform === 'win32' ? nameOnWindows(cleaned) : cleaned;
}

/** Shortens the longest names to make room for the extension. */
export const zipNameFor = (name: string): string => `${[...name].slice(0, 250).join('')}.zip`;
