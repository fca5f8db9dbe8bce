import { cleanItemName, findNameProblem } from '../remote/item-name.ts';
import { CliError } from '../shell/cli-error.ts';

/** Devices, whatever follows the dot. */
const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

/**
 * What a file or folder from elsewhere is called here: one name inside the folder it is put in, whatever a server says.
 * Windows takes fewer names than the server; there some become others.
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

function nameOnWindows(name: string): string {
  const allowed = name.replace(/[<>:"|?*]/g, '_').replace(/(?<![. ])[. ]+$/, (end) => '_'.repeat(end.length));
  return RESERVED_ON_WINDOWS.test(allowed) ? `_${allowed}` : allowed;
}

/** Room for the ending is made where the name is as long as a name may be. */
export const zipNameFor = (name: string): string => `${[...name].slice(0, 250).join('')}.zip`;
