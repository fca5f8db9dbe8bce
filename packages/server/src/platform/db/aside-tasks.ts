/** How the thread for long queries is begun. */
export interface AsideThreadData {
  readonly file: string;
}

/** A query that only reads. */
export interface AsideQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type AsideTask = AsideQuery & { readonly id: number };

/** One for each task: what was read, or the driver's error. */
export type AsideNews =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly message: string; readonly code: string };
