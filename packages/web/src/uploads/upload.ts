/** The folder into which files go. */
export interface Destination {
  /** null: the root. */
  readonly id: string | null;
  readonly name: string;
  /** Whether it is of another user, in whose quota the files count. */
  readonly isOthers?: boolean;
  /** Whether the user adds only, and replaces nothing. */
  readonly addsOnly?: boolean;
}

/** A file with the folders below the destination that it goes into. */
export interface PlacedFile {
  readonly file: File;
  readonly folders: readonly string[];
}

export type UploadState = 'checking' | 'waiting' | 'uploading' | 'paused' | 'conflict' | 'done' | 'skipped' | 'failed';
export type ConflictChoice = 'rename' | 'replace' | 'skip';

/** The files that the user added at once: one answer can apply to all of them. */
export interface UploadGroup {
  readonly destination: Destination;
  choice?: ConflictChoice;
}

/** One file on its way. Replaced, never changed. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /** Path below the destination. */
  readonly path: string;
  readonly folders: readonly string[];
  readonly group: UploadGroup;
  /** undefined until the folder is known to exist. */
  readonly folderId: string | null | undefined;
  readonly state: UploadState;
  readonly sentBytes: number;
  readonly choice: ConflictChoice | undefined;
  readonly error: unknown;
}

const unfinishedStates: ReadonlySet<UploadState> = new Set(['checking', 'waiting', 'uploading', 'paused', 'conflict']);
export const isUnfinished = ({ state }: Upload): boolean => unfinishedStates.has(state);

/** State of an upload that begins, or begins again. */
export const unprepared = {
  folderId: undefined,
  state: 'checking',
  sentBytes: 0,
  choice: undefined,
  error: undefined,
} as const;
