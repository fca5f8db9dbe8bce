import type { FileRow } from './item-row.ts';

/** What applications keep with an item: its metadata and tags. */
export const detailsOf = (
  _item: Pick<FileRow, 'id'>,
): { readonly metadata: Record<string, string>; readonly tags: string[] } => ({ metadata: {}, tags: [] });
