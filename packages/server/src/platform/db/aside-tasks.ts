/** How the thread for long queries is begun. */
export interface AsideThreadData {
  readonly file: string;
}

/** A query that only reads. */
export interface AsideTask {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** One for each task. */
export type AsideNews =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly message: string; readonly code: string };
