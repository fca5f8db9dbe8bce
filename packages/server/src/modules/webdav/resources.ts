import { DavError, type Names } from '@drive/webdav-protocol';
import { rootOf, type Caller } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { contentTagOf, type FileRow, type Files } from '../files/index.ts';

/** The resource of a URL. The root of the mount has no row. */
export interface Resource {
  readonly names: Names;
  readonly isFolder: boolean;
  /** items.row_id; undefined for an empty root. */
  readonly rowId: number | undefined;
  readonly row: FileRow | undefined;
}

export interface FileResource extends Resource {
  readonly isFolder: false;
  readonly row: FileRow;
}

export const isFile = (resource: Resource): resource is FileResource => !resource.isFolder;

export async function findResource(
  files: Pick<Files, 'findFolder' | 'findBelow'>,
  reader: Reader,
  caller: Caller,
  names: Names,
): Promise<Resource | undefined> {
  const rootId = rootOf(caller);
  const root = await files.findFolder(reader, caller.userId, rootId);
  if (root === undefined && rootId !== null) return undefined;
  if (names.length === 0) return { names, isFolder: true, rowId: root?.rowId, row: undefined };
  if (root === undefined) return undefined;
  const row = await files.findBelow(reader, root.rowId, names);
  return row && resourceOf(names, row);
}

export const resourceOf = (names: Names, row: FileRow): Resource => ({
  names,
  isFolder: row.isFolder,
  rowId: row.rowId,
  row,
});

/** items.row_id of the parent folder of a new resource. Throws 409 if there is none (RFC 4918, 9.3.1 and 9.7.1). */
export async function requireParent(files: Files, tx: Tx, caller: Caller, names: Names): Promise<number> {
  if (names.length <= 1 && rootOf(caller) === null) return files.ensureRoot(tx, caller.userId);
  const parent = await findResource(files, tx, caller, names.slice(0, -1));
  if (parent?.isFolder !== true || parent.rowId === undefined) throw new DavError(409);
  return parent.rowId;
}

/**
 * Equal bytes have equal tags, once their SHA-256 is known. Not in hex: some clients could not return that in If together
 * with a lock token.
 */
export const etagOf = ({ sha256, blobKey }: Pick<FileRow, 'sha256' | 'blobKey'>): string =>
  `"${sha256 === null ? contentTagOf(blobKey) : Buffer.from(sha256, 'hex').toString('base64url')}"`;
