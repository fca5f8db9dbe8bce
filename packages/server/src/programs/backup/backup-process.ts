import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { isSingleBinary } from '@drive/program';
import type { BackupProgram, BackupResult } from '../../platform/backup-program.ts';
import { listKeptBackups } from './kept-backups.ts';
import type { BackupLine } from './run-backup.ts';

/** How to start this program again. */
const ownCommand = (): readonly string[] =>
  isSingleBinary ? [process.execPath] : [process.execPath, ...process.execArgv, process.argv[1] ?? ''];

/** A process of its own, because copying the database blocks its thread. `flags` are those of this process. */
export function createBackupProcess({
  directory,
  keep,
  flags,
  command = ownCommand(),
}: {
  readonly directory: string;
  readonly keep: number;
  readonly flags: readonly string[];
  readonly command?: readonly string[];
}): BackupProgram {
  return {
    list: () => listKeptBackups(directory),
    run: async ({ signal, onProgress }) => {
      const [file = '', ...args] = [...command, 'backup', directory, '--keep', String(keep), '--json', ...flags];
      const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
      const closed = once(child, 'close') as Promise<[number | null, string | null]>;
      // Awaited below; a failed start also ends the output.
      closed.catch(() => undefined);
      const kill = (): void => void child.kill();
      process.once('exit', kill);
      child.once('close', () => process.off('exit', kill));
      yieldToOthers(child.pid);
      let complaint = '';
      child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + String(chunk)).slice(-longestComplaint)));
      let result: BackupResult | undefined;
      for await (const text of createInterface({ input: child.stdout })) {
        const line = JSON.parse(text) as BackupLine;
        if ('createdAt' in line) result = line;
        else onProgress(line);
      }
      const [code, killedBy] = await closed;
      if (result !== undefined || killedBy === 'SIGTERM' || killedBy === 'SIGINT') return result;
      const reason = complaint.replaceAll('drive-server: ', '').trim();
      throw new Error(reason === '' ? `The backup ended with ${killedBy ?? `exit code ${code}`}.` : reason);
    },
  };
}

const longestComplaint = 1000;

function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed in some sandboxes, or the process has ended.
  }
}
