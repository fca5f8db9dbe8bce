import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, secretName } from '@drive/backup-format';
import type { Config } from '../../config.ts';

export interface KnownSecret {
  readonly value: string;
  /** False if the secret is a setting, which is not backed up. */
  readonly isInDataDirectory: boolean;
  readonly fingerprint: string;
}

export async function secretOf(config: Config): Promise<KnownSecret> {
  if (config.secret !== undefined)
    return { value: config.secret, isInDataDirectory: false, fingerprint: fingerprintOf(config.secret) };
  const path = join(config.dataDir, secretName);
  const value = await readFile(path, 'utf8').catch(() => undefined);
  if (value === undefined)
    throw new BackupError(
      `There is no ${secretName} in ${config.dataDir}: pass the data directory of the drive with --data-dir, or set DRIVE_SECRET.`,
    );
  return { value: value.trim(), isInDataDirectory: true, fingerprint: fingerprintOf(value.trim()) };
}

export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('drive backup fingerprint').digest('hex');
