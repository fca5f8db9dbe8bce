import type { ChangeType } from '@drive/contract';
import type { ChangeRow } from './change-store.ts';

const contains = (ids: string | null, folderId: string): boolean => ids?.split(' ').includes(folderId) ?? false;

/**
 * The type of a change as a reader sees it whose root is the folder (items.id); null: the whole drive. undefined: the change is
 * outside the folder. An item that is moved out of the folder is deleted there, one that is moved into it created.
 */
export function typeSeenFrom(
  folderId: string | null,
  { type, folderIds, formerFolderIds }: Pick<ChangeRow, 'type' | 'folderIds' | 'formerFolderIds'>,
): ChangeType | undefined {
  const ownType = type.slice(type.indexOf('.') + 1) as ChangeType;
  if (folderId === null) return ownType;
  const isInside = contains(folderIds, folderId);
  const wasInside = formerFolderIds === null ? isInside : contains(formerFolderIds, folderId);
  if (isInside) return wasInside ? ownType : 'created';
  return wasInside ? 'deleted' : undefined;
}
