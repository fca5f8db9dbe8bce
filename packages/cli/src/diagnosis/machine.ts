import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { KeyStore } from '../config/key-store.ts';
import { formatCount } from '../output/format.ts';
import type { World } from '../shell/world.ts';

export const programVersion = manifest.version;

export const checkProgram = ({ platform }: Pick<World, 'platform'>): Check => ({
  name: 'program',
  status: 'ok',
  message: `drive-cli ${programVersion}, Node ${process.versions.node}, ${platform} ${process.arch}`,
});

/** The result of one check. */
export interface Check {
  readonly name: string;
  /** `skipped`: the check is impossible, for a reason that another check reports. */
  readonly status: 'ok' | 'warning' | 'error' | 'skipped';
  readonly message: string;
  /** How to fix the problem. */
  readonly hint?: string;
}

/** Checks whether keys can be stored in the system's keyring. Without one there is no error: a file stores them. */
export async function checkKeyring(keys: Pick<KeyStore, 'probe' | 'filePath'>): Promise<Check> {
  const { state, reason } = await keys.probe();
  const hint = `keys are stored in ${keys.filePath} instead, or come from DRIVE_API_KEY`;
  const why = reason === undefined ? '' : `: ${reason.replaceAll(/\s+/g, ' ')}`;
  switch (state) {
    case 'answers':
      return { name: 'keyring', status: 'ok', message: 'answers' };
    case 'absent':
      return {
        name: 'keyring',
        status: 'warning',
        message: 'none: neither @napi-rs/keyring nor keytar can be loaded',
        hint,
      };
    case 'silent':
      return { name: 'keyring', status: 'warning', message: 'does not answer; it may be locked', hint };
    case 'failing':
      return { name: 'keyring', status: 'warning', message: `its service does not answer${why}`, hint };
  }
}

export async function checkCredentialsFile(path: string, platform: World['platform']): Promise<Check[]> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return [];
  const mode = stats.mode & 0o777;
  const isOpen = platform !== 'win32' && (mode & 0o077) !== 0;
  return [
    {
      name: 'key file',
      status: isOpen ? 'warning' : 'ok',
      message: `${path}${platform === 'win32' ? '' : ` (mode ${mode.toString(8).padStart(4, '0')})`}`,
      ...(isOpen ? { hint: `others can read it: chmod 600 ${path}` } : {}),
    },
  ];
}

/** Reports interrupted commands that can be resumed. */
export async function checkUnfinishedUploads(stateDirectory: string): Promise<Check[]> {
  const names = await readdir(join(stateDirectory, 'uploads')).catch(() => []);
  const count = names.filter((name) => name.endsWith('.jsonl')).length;
  if (count === 0) return [];
  return [
    {
      name: 'uploads',
      status: 'ok',
      message: `${formatCount(count, 'upload')} not finished; run the same command again to resume`,
    },
  ];
}
