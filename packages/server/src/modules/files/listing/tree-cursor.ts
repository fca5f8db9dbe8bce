import { DomainError } from '../../../platform/errors.ts';

export interface TreePosition {
  /** items.id of the folders that lead to the position, from the listed folder (excluded) down. */
  readonly folderIds: readonly string[];
  /** The last listed child of the innermost folder. undefined: none of its children is listed yet. */
  readonly last: { readonly id: string; readonly createdAt: number } | undefined;
}

/** Folders that a cursor names, the innermost ones: a cursor has to fit into a URL. */
export const cursorFolders = 500;

const idBytes = 16;
const timeBytes = 6;
const afterChild = 1;
const beforeChildren = 2;

const toBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const toId = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Opaque to clients. Contains only what the API has shown them: ids and times. */
export function writeTreeCursor({ folderIds, last }: TreePosition): string {
  const head = Buffer.alloc(1 + timeBytes);
  head[0] = last === undefined ? beforeChildren : afterChild;
  head.writeUIntBE(last?.createdAt ?? 0, 1, timeBytes);
  const ids = folderIds.slice(-cursorFolders);
  return Buffer.concat([head, ...(last === undefined ? ids : [last.id, ...ids]).map(toBytes)]).toString('base64url');
}

/** Throws `validation_failed` if the text is no cursor of a tree. */
export function readTreeCursor(cursor: string): TreePosition {
  const bytes = Buffer.from(cursor, 'base64url');
  const ids = bytes.subarray(1 + timeBytes);
  const [kind] = bytes;
  const isWellFormed =
    bytes.toString('base64url') === cursor &&
    ids.length % idBytes === 0 &&
    ids.length <= idBytes * (cursorFolders + 1) &&
    (kind === beforeChildren || (kind === afterChild && ids.length > 0));
  if (!isWellFormed) throw invalidCursor();
  const all = Array.from({ length: ids.length / idBytes }, (_, at) =>
    toId(ids.subarray(at * idBytes, (at + 1) * idBytes)),
  );
  if (kind === beforeChildren) return { folderIds: all, last: undefined };
  const [id = '', ...folderIds] = all;
  return { folderIds, last: { id, createdAt: bytes.readUIntBE(1, timeBytes) } };
}

export function invalidCursor(): DomainError {
  const message = 'must be the nextCursor of the previous page of this list; omit it to start over';
  return new DomainError('validation_failed', `cursor ${message}`, {
    issues: [{ field: 'cursor', message, code: 'invalid' }],
  });
}
