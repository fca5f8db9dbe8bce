import { strongTagsOf } from '@drive/node-http';
import { DomainError } from '../../../platform/errors.ts';
import type { FileRow, ItemFields } from './item-row.ts';
import { contentTagOf } from './url-token.ts';

/** For the item that a write meets: none, any file, or one that has one of these tags (`tagsOf`). */
export type Precondition = 'absent' | 'present' | readonly string[];

/** The value of a header If-Match; `*` is met by every item. Weak tags match nothing (RFC 9110, 13.1.1). */
export const parseIfMatch = (header: string): 'present' | readonly string[] =>
  header.trim() === '*' ? 'present' : strongTagsOf(header);

/** `changeTag` of the API. Never a SHA-256. */
export const changeTagOf = ({ revision }: Pick<ItemFields, 'revision'>): string => `c${revision.toString(36)}`;

/** Whether one of the tags is that of the item's content, or of its name, place, content and metadata (`changeTag`). */
function matches({ sha256, blobKey, revision }: FileRow, tags: readonly string[]): boolean {
  const own = [sha256, contentTagOf(blobKey), changeTagOf({ revision })];
  return own.some((tag) => tag !== null && tag !== '' && tags.includes(tag));
}

/** Throws `precondition_failed` unless the precondition holds for the item that has the name of a new file. */
export function requirePrecondition(precondition: Precondition | null, sibling: FileRow | undefined): void {
  if (precondition === null) return;
  if (precondition === 'absent') {
    if (sibling === undefined) return;
    throw alreadyThere(sibling.name);
  }
  if (sibling === undefined || sibling.isFolder)
    throw new DomainError('precondition_failed', 'There is no file of this name whose content could match.');
  if (precondition !== 'present' && !matches(sibling, precondition))
    throw new DomainError('precondition_failed', `${sibling.name} has another content by now.`);
}

/** Throws `precondition_failed` if the item is no longer the one that the header If-Match of a request names. */
export function requireMatch(ifMatch: string | undefined, item: FileRow): void {
  if (ifMatch === undefined) return;
  const tags = parseIfMatch(ifMatch);
  if (tags !== 'present' && !matches(item, tags))
    throw new DomainError(
      'precondition_failed',
      `${item.name} has changed: its changeTag is now ${changeTagOf(item)}. Read it again, and repeat the request with the new tag.`,
    );
}

export const alreadyThere = (name: string): DomainError =>
  new DomainError('precondition_failed', `There is an item named ${name} already.`);
