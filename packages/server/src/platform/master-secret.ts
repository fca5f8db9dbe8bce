import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from './durable-directory.ts';
import type { Random } from './random.ts';

const SECRET_CHARACTERS = 43;

/**
 * The secret in `secret.key`, created if missing. The first process creates it: the file gets its name when it is
 * complete and on disk, and never replaces another.
 */
export function loadMasterSecret(directory: string, random: Random): string {
  const path = join(directory, 'secret.key');
  const known = readSecret(path);
  if (known !== undefined) return known;
  const temporary = join(directory, `.secret.key.${random.uuid()}`);
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, `${random.token(SECRET_CHARACTERS)}\n`);
    fsyncSync(file);
    closeSync(file);
    linkSync(temporary, path);
    syncDirectory(directory);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  const made = readSecret(path);
  if (made === undefined) throw new Error(`${path} could not be made`);
  return made;
}

function readSecret(path: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  if (text.length < 32)
    throw new Error(`${path} is damaged: it must hold at least 32 characters. Restore it from a backup.`);
  return text;
}
