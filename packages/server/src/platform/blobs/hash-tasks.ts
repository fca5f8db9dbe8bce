/** What the hashing thread is told. An id is never used twice, so that late news can't be taken for a later file's. `bytes`: how much of the file is there to be hashed. */
export type HashTask =
  | { readonly kind: 'follow' | 'digest'; readonly id: number; readonly path: string; readonly bytes: number }
  /** Closes the file; the hash so far is kept for a while. */
  | { readonly kind: 'rest'; readonly id: number }
  | { readonly kind: 'forget'; readonly id: number };

/** What is known of a file's bytes once they have all been read. */
export interface FileSums {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly crc32: number;
}

export type HashNews =
  | { readonly kind: 'reached'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'digest'; readonly id: number; readonly sums: FileSums }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
