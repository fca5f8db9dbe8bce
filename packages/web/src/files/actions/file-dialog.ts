import type { Item } from '@drive/sdk';

/** The dialog that is open, with what it is about. */
export type FileDialog =
  | { readonly kind: 'new-folder'; readonly parentId: string | null }
  | { readonly kind: 'rename'; readonly item: Item }
  | { readonly kind: 'move'; readonly items: readonly Item[] }
  | { readonly kind: 'share'; readonly items: readonly Item[] }
  | { readonly kind: 'proofing'; readonly items: readonly Item[] }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'shortcuts' };
