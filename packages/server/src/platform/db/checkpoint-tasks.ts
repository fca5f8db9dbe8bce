/** How the thread that folds the log into the file is begun. */
export interface CheckpointThreadData {
  readonly file: string;
  /** Descriptor of the file, open as long as the database is. */
  readonly descriptor: number;
}

/** What it is told, one task at a time. */
export type CheckpointTask = 'copy' | 'restart' | 'close';

/** One for each task. `isDone` is false when a reader or a writer was in the way. */
export type CheckpointNews =
  | { readonly kind: 'ended'; readonly isDone: boolean }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string };
