import { itemFilterOf, type ItemFilter } from '../item-filter.ts';
import { Id, QueryBoolean } from '../primitives.ts';

interface FolderQuery {
  readonly driveId?: string | undefined;
  readonly parentId?: string | undefined;
  readonly q?: string | undefined;
}

export const SharedWithMe = QueryBoolean.describe(
  '`true`: the topmost files and folders of others that the caller was given, instead of a folder. Without `q`, `parentId`, `driveId` and filters.',
);

/** Whether a listing does not combine `sharedWithMe` with what else selects items. */
export function listsGivenAlone(
  query: ItemFilter & { readonly sharedWithMe?: boolean | undefined } & FolderQuery,
): boolean {
  const { sharedWithMe, parentId, driveId, q = '' } = query;
  const isOfFolder = parentId !== undefined || driveId !== undefined;
  return sharedWithMe !== true || (!isOfFolder && q.trim() === '' && itemFilterOf(query) === undefined);
}
export const givenAlone = { error: 'must be given without q, parentId, driveId and filters', path: ['sharedWithMe'] };

/** A search ignores any given folder. */
export function namesFolder({ parentId, q = '' }: FolderQuery): boolean {
  return q.trim() !== '' || Id.optional().safeParse(parentId).success;
}
export const mustBeUuid = { error: 'must be a UUID', path: ['parentId'] };
