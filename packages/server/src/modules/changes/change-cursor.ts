import type { Secrets } from '../../platform/secrets.ts';

/** A place in the feed of a tree, or of a folder in it. */
export interface FeedPlace {
  /** owners.row_id of the tree. */
  readonly userId: number;
  /** items.id of the folder of the key; null: the whole drive. */
  readonly folderId: string | null;
  /** The last change before the place; null: there was none. */
  readonly last: LastChange | null;
  /** No later change was published before this time (epoch milliseconds), but for the duration of a transaction. */
  readonly time: number;
}

export interface LastChange {
  /** events.row_id */
  readonly rowId: number;
  /** events.id: another database may have another event with this row id. */
  readonly id: string;
  readonly createdAt: number;
}

type Fields = [userId: number, folderId: string | null, time: number, ...last: [number, string, number] | []];

const purpose = 'cursor';
/** Separates these cursors from those of lists. */
const owner = 'changes';

/** Opaque to clients: encrypted, because row ids are in it. */
export function writeFeedCursor(secrets: Secrets, { userId, folderId, last, time }: FeedPlace): string {
  const fields: Fields = [userId, folderId, time, ...(last === null ? ([] as const) : lastFields(last))];
  return secrets.encrypt(purpose, owner, JSON.stringify(fields));
}

const lastFields = ({ rowId, id, createdAt }: LastChange) => [rowId, id, createdAt] as const;

/** undefined: it was not written with a master secret that this server has. */
export function readFeedCursor(secrets: Secrets, cursor: string): FeedPlace | undefined {
  try {
    const [userId, folderId, time, rowId, id, createdAt] = JSON.parse(
      secrets.decrypt(purpose, owner, cursor),
    ) as Fields;
    const last = rowId === undefined || id === undefined || createdAt === undefined ? null : { rowId, id, createdAt };
    return { userId, folderId, time, last };
  } catch {
    return undefined;
  }
}

/** Whether it may have been written, perhaps with a master secret that is gone: base64url of a vector, a tag and some fields. */
export const mayBeFeedCursor = (text: string): boolean => /^[\w-]{39,512}$/.test(text);

/** Whether it can be read without the previous master secret. */
export const isCurrentFeedCursor = (secrets: Secrets, cursor: string): boolean =>
  secrets.isCurrent(purpose, owner, cursor);
