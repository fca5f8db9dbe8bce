import { StorageError } from './blob-store.ts';

export interface StagedPart {
  readonly etag: string;
  readonly bytes: number;
}

/** The state of an upload in an object storage. Its bytes are those of the parts, and then those of the tail. */
export interface StagedRow {
  readonly id: string;
  /** Key of the blob. */
  readonly key: string;
  /** null as long as there is no part. */
  readonly uploadId: string | null;
  /** In order. */
  readonly parts: readonly StagedPart[];
  /** An object with the bytes that are too few for a part. */
  readonly tail: { readonly key: string; readonly bytes: number } | null;
  /** Grows with each write. A writer whose number is not the stored one has been superseded. */
  readonly turn: number;
  /** Number of the writer over all servers; 0 if there is one server. */
  readonly lease: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

export const stagedBytesOf = ({ parts, tail }: Pick<StagedRow, 'parts' | 'tail'>): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, tail?.bytes ?? 0);

export interface StagedRows {
  find(id: string): Promise<StagedRow | undefined>;
  /**
   * Like `find`; from then on writers with a lower lease change nothing. Throws `superseded` if the row is of a higher one.
   * Without a lease, which is 0, it only finds.
   */
  claim(id: string, lease: number): Promise<StagedRow | undefined>;
  /** Replaces the row if its turn is the one before; adds a row of turn 1. False if another writer came first. */
  save(row: StagedRow): Promise<boolean>;
  /** Idempotent. Leaves a row of a higher lease. */
  remove(id: string, lease?: number): Promise<void>;
  list(): Promise<readonly Pick<StagedRow, 'id' | 'uploadId' | 'tail'>[]>;
}

export const superseded = (): StorageError => new StorageError('Another request continues this upload');

/** For programs without a database, whose uploads end with them. */
export function createMemoryStagedRows(): StagedRows {
  const rows = new Map<string, StagedRow>();
  return {
    find: async (id) => rows.get(id),
    claim: async (id) => rows.get(id),
    save: async (row) => {
      if ((rows.get(row.id)?.turn ?? 0) !== row.turn - 1) return false;
      rows.set(row.id, row);
      return true;
    },
    remove: async (id) => void rows.delete(id),
    list: async () => [...rows.values()],
  };
}
