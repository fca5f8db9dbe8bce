import { dayMs, minuteMs } from '@drive/base';
import type { ChangeType } from '@drive/contract';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeedPlace, LastChange } from './change-cursor.ts';
import { typeSeenFrom } from './change-seen.ts';
import { listChanges, type ChangeRow } from './change-store.ts';

/** Changes of one statement for a reader of a folder, which leaves out those outside the folder. */
const batchOfFolder = 500;
/** Changes that are read for one answer, at most: it then has fewer than it could, and a cursor after them. */
const mostRead = 5000;
/** A transaction, and clocks of servers that differ: a later change may have an earlier time by less than this. */
const slackMs = dayMs;
/** Changes are kept longer than promised, so that who begins with the oldest ones can go on. */
const graceMs = 10 * minuteMs;

export interface SeenChange {
  readonly type: ChangeType;
  readonly row: ChangeRow;
}

/** What follows a place in the feed. */
export interface FeedPart {
  readonly seen: readonly SeenChange[];
  readonly place: FeedPlace;
  readonly hasMore: boolean;
  /** Changes that were read and left out. */
  readonly skipped: number;
}

/** The beginning of the feed, or the end of it if there is a last change. */
export const feedPlace = (
  { userId, folderId }: Pick<FeedPlace, 'userId' | 'folderId'>,
  time: number,
  last: LastChange | null = null,
): FeedPlace => ({ userId, folderId, time, last });

/** Or from a time that has not come: a clock was wrong, and what follows has earlier times. */
export const isExpired = (
  { time }: FeedPlace,
  { oldest, now }: { readonly oldest: number; readonly now: number },
): boolean => time < oldest - graceMs || time > now + slackMs;

/**
 * Reads on from a place that is not expired. `oldest` is the time from which changes are kept. Throws `cursor_expired` if the database
 * does not have the last change of the place, as one that was restored from an earlier backup.
 */
export async function readFeed(
  reader: Reader,
  place: FeedPlace,
  { limit, oldest, now }: { readonly limit: number; readonly oldest: number; readonly now: number },
): Promise<FeedPart> {
  const { userId, folderId } = place;
  const kept = oldest - graceMs;
  // Without a last change that is certainly kept, all that are kept come later.
  const known = place.last !== null && place.last.createdAt >= kept ? place.last : null;
  const since = Math.max(kept, Math.min(place.time - slackMs, known?.createdAt ?? Infinity));
  const batch = (folderId === null ? limit : Math.max(limit, batchOfFolder)) + 2;
  const seen: SeenChange[] = [];
  let last = place.last;
  let read = 0;
  const partWith = (hasMore: boolean): FeedPart => {
    const time = hasMore ? Math.min(last?.createdAt ?? place.time, now) : now;
    return { seen, place: { ...place, last, time }, hasMore, skipped: read - seen.length };
  };
  for (let from = known?.rowId ?? 0; read < mostRead;) {
    const rows = await listChanges(reader, { userId, from, since, limit: batch });
    const startsWithKnown = read === 0 && known !== null;
    if (startsWithKnown && rows[0]?.id !== known.id) throw cursorExpired();
    for (const row of startsWithKnown ? rows.slice(1) : rows) {
      const type = typeSeenFrom(folderId, row);
      if (type !== undefined && seen.length === limit) return partWith(true);
      if (type !== undefined) seen.push({ type, row });
      last = row;
      read += 1;
    }
    if (rows.length < batch) return partWith(false);
    from = (rows.at(-1)?.rowId ?? 0) + 1;
  }
  return partWith(true);
}

export const cursorExpired = (): DomainError =>
  new DomainError(
    'cursor_expired',
    'This cursor is too old, or of another user or folder. Get the latest cursor, read the tree anew, and go on from there.',
  );
