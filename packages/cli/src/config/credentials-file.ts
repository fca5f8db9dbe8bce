import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../shell/cli-error.ts';
import type { Keychain } from '../shell/world.ts';
import { readJsonFile, writeJsonFile, isRecord } from './json-file.ts';

/** Keys in `credentials.json`, by profile, for systems without a keyring. The file is readable by its owner alone. */
export function createCredentialsFile(configDirectory: string): Keychain & { readonly path: string } {
  const path = join(configDirectory, 'credentials.json');

  async function read(): Promise<Record<string, string>> {
    const json = (await readJsonFile(path)) ?? {};
    if (!isRecord(json) || Object.values(json).some((key) => typeof key !== 'string')) {
      throw new CliError('failed', `${path} is not a valid list of keys`, {
        hint: 'correct the file or delete it',
      });
    }
    return json as Record<string, string>;
  }

  return {
    path,
    async find(account) {
      const keys = await read();
      if (Object.hasOwn(keys, account)) await closeToOthers(path);
      return Object.hasOwn(keys, account) ? keys[account] : undefined;
    },
    async save(account, secret) {
      await writeJsonFile(path, { ...(await read()), [account]: secret });
    },
    async remove(account) {
      const { [account]: removed, ...others } = await read();
      if (removed === undefined) return false;
      await writeJsonFile(path, others);
      return true;
    },
  };
}

/** A copy or an editor may have left the file readable by others. */
async function closeToOthers(path: string): Promise<void> {
  try {
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600);
  } catch {
    // The file may belong to another user or be deleted; the key was read anyway.
  }
}
