import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '@drive/base';

/** Changes at every boot of the machine; undefined if the system has none. */
function findBootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * Removes the staged bytes of incomplete uploads if the machine was booted since they were written. They were not
 * synced, so a power loss may have left a file of the right length with other bytes, which would count as a complete
 * upload. After a crash of the process alone they stay: the system has every byte.
 */
export function discardStagedBeforeBoot(directory: string, bootId: string | undefined = findBootId()): void {
  if (bootId === undefined) return;
  const path = join(directory, 'boot-id');
  const known = readKnown(path);
  if (known === bootId) return;
  const staging = join(directory, 'staging');
  for (const name of readdirSync(staging)) unlinkSync(join(staging, name));
  const file = openSync(`${path}.part`, 'w', 0o600);
  try {
    writeSync(file, bootId);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.part`, path);
  syncDirectory(directory);
}

function readKnown(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
