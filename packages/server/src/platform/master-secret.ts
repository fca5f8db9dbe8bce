import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDurableFile, type Random } from '@drive/base';

const SECRET_CHARACTERS = 43;

/** The secret in `secret.key`, created if missing. */
export function loadMasterSecret(directory: string, random: Random): string {
  const path = join(directory, 'secret.key');
  const known = readSecret(path);
  if (known !== undefined) return known;
  makeDurableFile(path, `${random.token(SECRET_CHARACTERS)}\n`, random);
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
