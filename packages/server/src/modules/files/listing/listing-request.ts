import type { PageRequest } from '@drive/base';
import type { ItemFilter, ListSort } from '@drive/contract';
import type { ItemKind } from '@drive/name-index';
import type { ItemFields } from '../items/item-row.ts';

export interface ListingRequest extends PageRequest {
  /** owners.row_id of the tree. */
  readonly ownerId: number;
  /** users.row_id of the user whose stars a filter means. Default: the owner. */
  readonly userId?: number;
  readonly folderId: string | null;
  /** undefined: lists the folder. */
  readonly wanted?: WantedNames | undefined;
  readonly sort: ListSort;
  /** Default: everything in the folder, or everything found. */
  readonly filter?: ItemFilter | undefined;
}

/** What a search finds: items whose folded names contain each word. */
export interface WantedNames {
  readonly words: readonly string[];
  /** Default: files and folders. */
  readonly kind?: ItemKind;
  /** Only below this folder; null: all of the owner's. */
  readonly belowId: string | null;
}

export interface Listed {
  /** On all pages. */
  readonly total: number;
  readonly rows: readonly ItemFields[];
  readonly hasMore: boolean;
}
