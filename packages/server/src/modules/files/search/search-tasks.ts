import type { ReaderSource } from '../../../platform/db/reader-source.ts';
import type { NameQuery, NamesFound } from './name-query.ts';
import type { OwnerIndexesOptions } from './owner-indexes.ts';

/** What the searching thread is started with. */
export interface SearchThreadData extends OwnerIndexesOptions {
  readonly source: ReaderSource;
}

/** As `OwnerIndexes.find` is asked. */
export interface SearchTask {
  readonly id: number;
  readonly query: NameQuery;
  readonly changed: readonly number[] | undefined;
  readonly isAgain: boolean;
}

/** `found` undefined: to be asked again, with what has changed meanwhile. */
export type SearchNews =
  | { readonly id: number; readonly found: NamesFound | undefined }
  | { readonly id: number; readonly failure: string }
  /** It is at work, on what may take long. */
  | { readonly alive: true };
