import { secondMs } from '@drive/base';
import type { Config } from '../../config.ts';
import type { BackupProgress, BackupResult } from '../../platform/backup-program.ts';
import { printStatus } from '../print-status.ts';
import { writeBackup } from './backup.ts';
import { backupAndKeep } from './kept-backups.ts';

export type BackupLine = BackupProgress | (BackupResult & { readonly createdAt: string });

export interface BackupOptions {
  /** The number of backups that are kept in a directory; undefined: the file or directory is one backup. */
  readonly keep: number | undefined;
  readonly json: boolean;
}

export async function backup(config: Config, file: string, { keep, json }: BackupOptions): Promise<void> {
  const print = (line: BackupLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  let printedAt = -Infinity;
  const onProgress = (progress: BackupProgress): void => {
    if (performance.now() - printedAt < secondMs) return;
    printedAt = performance.now();
    print(progress);
  };
  const report = json ? { onProgress } : {};
  const { createdAt, files, newFiles, bytes, damage, unreadable } =
    keep === undefined
      ? { ...(await writeBackup(config, file, report)), unreadable: [] }
      : await backupAndKeep(config, { directory: file, keep, report });
  if (json) print({ createdAt, files, bytes, damaged: damage.length, unreadable });
  printStatus(`backed up ${files} blobs (${newFiles} new) and ${bytes} bytes, as of ${createdAt}`);
  for (const line of damage) printStatus(line);
  if (damage.length > 0)
    printStatus(`${damage.length} files are damaged on the server itself: the backup contains everything else`);
  for (const path of unreadable)
    printStatus(`${path} is an earlier backup whose manifest cannot be read: repair or remove it`);
  if (damage.length + unreadable.length > 0) process.exitCode = 1;
}
