import type { DriveClient } from '@drive/sdk';
import type { Disk } from '../disk/disk.ts';
import type { PairJournal } from '../journal/pair-journal.ts';
import type { RemoteMirror } from '../remote/remote-mirror.ts';
import type { Transfers } from '../remote/transfers.ts';
import type { TwoWayReport } from './report.ts';

/** What a run works with. */
export interface RunDeps {
  readonly client: DriveClient;
  readonly disk: Disk;
  readonly transfers: Transfers;
  readonly journal: PairJournal;
  readonly mirror: RemoteMirror;
  readonly report: TwoWayReport;
  readonly fold: (name: string) => string;
  /** Name of a copy that keeps the content of this computer. */
  readonly conflictName: (name: string, isTaken?: (name: string) => boolean) => string;
  readonly parallel: number;
  /** Today, for the folder of what is deleted. */
  readonly day: string;
  /** When this computer was looked at, in epoch milliseconds. */
  readonly scannedAt: number;
  /** After a doubt that the next run does not have. */
  readonly removesNothing: boolean;
  /** Counts what could not be done, for which the run deletes nothing. */
  readonly onFailure: () => void;
  readonly hasFailed: () => boolean;
  readonly signal: AbortSignal;
}
