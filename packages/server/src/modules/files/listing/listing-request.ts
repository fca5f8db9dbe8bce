import type { PageRequest } from '@drive/base';
import type { ItemFilter, ListSort } from '@drive/contract';
import type { ItemFields } from '../items/item-row.ts';

export interface ListingRequest extends PageRequest {
  readonly ownerId: number;
  readonly folderId: string | null;
  readonly q: string;
  /** A search finds only files below this folder; null: all of the owner's. */
  readonly rootId?: string | null;
  readonly sort: ListSort;
  /** Default: everything in the folder, or everything found. */
  readonly filter?: ItemFilter | undefined;
}

export interface Listed {
  /** On all pages. */
  readonly total: number;
  readonly rows: readonly ItemFields[];
  readonly hasMore: boolean;
}
