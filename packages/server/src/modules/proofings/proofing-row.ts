/** A proofing that was not ended for good. */
export interface ProofingRow {
  /** proofings.row_id */
  readonly rowId: number;
  readonly id: string;
  readonly token: string;
  /** users.row_id */
  readonly ownerId: number;
  /** items.id; null: of single files. */
  readonly folderId: string | null;
  readonly name: string;
  readonly message: string | null;
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
  readonly passwordHash: string | null;
  readonly passwordVersion: number;
  readonly maxSelections: number | null;
  readonly roundCount: number;
  readonly createdAt: number;
}
