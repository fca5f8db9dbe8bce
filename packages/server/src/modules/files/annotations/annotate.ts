import { isDeepStrictEqual } from 'node:util';
import { distinctTags, findMetadataFault, foldName, limits, metadataBytes, type MetadataChange } from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import {
  readAnnotations,
  termsOf,
  writeAnnotations,
  type Annotations,
  type GivenAnnotations,
} from '../items/annotations.ts';
import type { FileRow } from '../items/item-row.ts';
import { addTerms, removeTerms, setAnnotations, type TermOwner } from './annotation-store.ts';

/** Changes of metadata and tags; undefined: none. */
export interface AnnotationChange {
  /** Merged; null as a value removes the key, null for all of it every key. */
  readonly metadata?: MetadataChange | null | undefined;
  /** Replaces the tags. */
  readonly tags?: readonly string[] | undefined;
  /** Added to the tags, after `removedTags` are removed. */
  readonly addedTags?: readonly string[] | undefined;
  readonly removedTags?: readonly string[] | undefined;
}

/** The annotations after a change. Throws `validation_failed` if they exceed a limit. */
function annotationsAfter(before: Annotations, change: AnnotationChange): Annotations {
  const { metadata, tags = before.tags, addedTags = [], removedTags = [] } = change;
  const removed = new Set(removedTags.map(foldName));
  const newTags = distinctTags([...tags.filter((tag) => !removed.has(foldName(tag))), ...addedTags]);
  if (newTags.length > limits.tags) throw refused('tags', `must be at most ${limits.tags} on an item`);
  const after = { ...before, tags: newTags };
  if (metadata === undefined) return after;
  const merged = metadata === null ? [] : Object.entries({ ...before.metadata, ...metadata });
  const kept = Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
  const fault = findMetadataFault(kept);
  if (fault !== undefined) throw refused('metadata', `${fault} on an item`);
  return { ...after, metadata: kept };
}

function refused(field: string, message: string): DomainError {
  return new DomainError('validation_failed', `${field} ${message}.`, {
    issues: [{ field, message, code: 'too_big' }],
  });
}

/** Writes the annotations of an item, and the terms that differ. Counts no bytes. */
async function write(tx: Tx, item: TermOwner, before: Annotations, after: Annotations): Promise<void> {
  const [old, now] = [termsOf(before), termsOf(after)];
  const lacks = (terms: readonly { readonly term: string }[]) => {
    const known = new Set(terms.map(({ term }) => term));
    return ({ term }: { readonly term: string }): boolean => !known.has(term);
  };
  await setAnnotations(tx, item.rowId, writeAnnotations(after));
  await removeTerms(tx, item.rowId, old.filter(lacks(now)));
  await addTerms(tx, item, now.filter(lacks(old)));
}

const termOwnerOf = ({ rowId, ownerId, parentRowId, ownState }: FileRow): TermOwner => ({
  rowId,
  ownerId,
  folderRowId: ownState === 'alive' ? parentRowId : null,
});

/** Adds to the bytes that an item's owner stores; throws `storage_quota_exceeded` if there is no room for more. */
export type CountBytes = (tx: Tx, bytes: number) => Promise<void>;

export interface ChangedAnnotations {
  readonly changed: readonly ('metadata' | 'tags')[];
  /** As stored after the change. */
  readonly annotations: string | null;
}

/**
 * Changes the metadata and tags of an item. Returns the changed ones of the two. Call with the tree locked. Throws
 * `validation_failed` and `storage_quota_exceeded` before it changes anything.
 */
export async function changeAnnotations(
  tx: Tx,
  item: FileRow,
  change: AnnotationChange,
  countBytes: CountBytes,
): Promise<ChangedAnnotations> {
  const before = readAnnotations(item.annotations);
  const after = annotationsAfter(before, change);
  const changed = (['metadata', 'tags'] as const).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return { changed, annotations: item.annotations };
  const bytes = metadataBytes(after.metadata) - metadataBytes(before.metadata);
  if (bytes !== 0) await countBytes(tx, bytes);
  await write(tx, termOwnerOf(item), before, after);
  return { changed, annotations: writeAnnotations(after) };
}

/** For `items.annotations` of a new file; null: none were given. */
export const givenAnnotations = ({ metadata = {}, tags = [] }: GivenAnnotations): string | null =>
  writeAnnotations({ metadata, tags });

/** Annotates a new file. The bytes are counted with those of its content. */
export async function annotateNew(tx: Tx, item: TermOwner, given: GivenAnnotations): Promise<void> {
  const after = readAnnotations(givenAnnotations(given));
  if (termsOf(after).length > 0) await write(tx, item, readAnnotations(null), after);
}

/**
 * Replaces what is given of a file with a new content. The given bytes are counted with those of the content; returns those
 * that are freed.
 */
export async function annotateReplaced(
  tx: Tx,
  file: FileRow,
  { metadata, tags }: GivenAnnotations,
): Promise<{ readonly annotations: string | null; readonly freedBytes: number }> {
  const before = readAnnotations(file.annotations);
  const after = { metadata: metadata ?? before.metadata, tags: tags ?? before.tags };
  await write(tx, termOwnerOf(file), before, after);
  const freedBytes = metadata === undefined ? 0 : metadataBytes(before.metadata);
  return { annotations: writeAnnotations(after), freedBytes };
}
