/** What a run did, for its output and its log. Paths are relative to the folder. */
export interface TwoWayStep {
  readonly action: 'upload' | 'download' | 'create-folder' | 'move' | 'delete' | 'set-time' | 'conflict';
  /** Which side changed. */
  readonly side: 'here' | 'server';
  readonly path: string;
  /** Of what was moved, and of the copy of a conflict: where it was. */
  readonly from?: string;
  /** Of a copied file. */
  readonly size?: number;
  /** Of a copied file: whether another content was there. */
  readonly replaced?: boolean;
}

export interface TwoWayReport {
  step(step: TwoWayStep): Promise<void>;
  failed(path: string, error: unknown): Promise<void>;
  /** A link or a special file, which is not synchronized. */
  skipped(path: string, what: string): Promise<void>;
  note(message: string): void;
}
