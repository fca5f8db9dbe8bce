/** A paste, or what is remembered of one, without its content. */
export interface PasteRow {
  /** pastes.row_id */
  readonly rowId: number;
  readonly id: string;
  readonly token: string;
  /** users.row_id */
  readonly ownerId: number;
  readonly mode: 'PRIVATE' | 'SHARED' | 'PUBLIC';
  readonly title: string | null;
  readonly language: string | null;
  readonly sizeBytes: number;
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
  readonly passwordHash: string | null;
  /** The password never changes. */
  readonly passwordVersion: 0;
  readonly burns: boolean;
  /** Epoch milliseconds; null: not yet, or it doesn't. */
  readonly burnedAt: number | null;
  readonly createdAt: number;
}

/** What is listed must open by itself. */
export const isIndexable = ({ mode, passwordHash, burns }: PasteRow): boolean =>
  mode === 'PUBLIC' && passwordHash === null && !burns;

/** Whether there is nothing left to read, and why. */
export const isExpired = ({ expiresAt }: PasteRow, now: number): boolean => expiresAt !== null && expiresAt <= now;
