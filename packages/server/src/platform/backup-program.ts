export interface KeptBackup {
  readonly name: string;
  /** Time of the database state, epoch milliseconds. */
  readonly createdAt: number;
  readonly files: number;
  readonly bytes: number;
}

export interface BackupProgress {
  readonly copiedBytes: number;
  /** Bytes of all files; those that an earlier backup contains count as copied. */
  readonly totalBytes: number;
}

export interface BackupResult {
  readonly files: number;
  readonly bytes: number;
  /** Files that are damaged on the server itself. */
  readonly damaged: number;
  /** Paths of earlier backups that nothing can be restored from. */
  readonly unreadable: readonly string[];
}

export interface BackupProgram {
  /** The complete backups, newest first, without unreadable ones. */
  list(): Promise<readonly KeptBackup[]>;
  /** Resolves to undefined if the run was interrupted from outside; rejects with a message for administrators. */
  run(options: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: BackupProgress) => void;
  }): Promise<BackupResult | undefined>;
}

export interface ScheduledBackups {
  readonly program: BackupProgram;
  readonly everyHours: number;
  readonly keep: number;
}
