import type { Item } from '@drive/sdk';
import type { JournalEntry } from './journal.ts';
import type { LocalFile } from './scan.ts';

/** A local file, and what the server has in its place. */
export interface PlannedFile {
  readonly file: LocalFile;
  /** null is the root. */
  readonly folderId: string | null;
  /** What an earlier run has begun. */
  readonly earlier: JournalEntry | undefined;
  /** The file that the earlier run made, if it got that far. */
  readonly made: Item | undefined;
  /** The file on the server that has the same name and size: perhaps the same bytes. */
  readonly twin: Item | undefined;
}
