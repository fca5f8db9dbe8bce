import { foldName, type OnConflict } from '@drive/contract';
import { currentActor } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { annotateNew, annotateReplaced, givenAnnotations } from '../annotations/annotate.ts';
import { givenBytes, type GivenAnnotations } from '../items/annotations.ts';
import type { FileRow } from '../items/item-row.ts';
import { alreadyThere, requirePrecondition, type Precondition } from '../items/precondition.ts';
import type { Scans } from '../quarantine/scan-jobs.ts';
import { countIn } from '../tree/folder-rollup.ts';
import { findChild, findFolder } from '../tree/folder-store.ts';
import type { FolderDeps } from '../tree/folders.ts';
import { findFreeName } from '../tree/free-name.ts';
import { findFile, insertItem, isAliveFolder, listTakenNames } from '../tree/item-store.ts';
import { ensureRoot, lockTree } from '../tree/root-folder.ts';
import {
  dropStoredBytes,
  requireRoom,
  storeBytes,
  storeReserved,
  type RoomTaken,
} from '../tree/storage-usage-store.ts';
import { keepChecksums, type Checksums } from './content-checksum-store.ts';
import type { SumJobs } from './sum-jobs.ts';
import type { Thumbnails } from './thumbnail-jobs.ts';
import type { Versions } from './versions.ts';

export interface FileToAdd {
  /** The id promised with the upload. */
  readonly id: string;
  readonly ownerId: number;
  /** items.row_id of the folder it was sent to. */
  readonly folderRowId: number;
  /** items.id of the folder that takes it if that one is gone. Default, and if it is gone, too: the root. */
  readonly rootId?: string | null;
  /** Cleaned, as `ItemName` gives it. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  /** null: a job computes it. */
  readonly sha256: string | null;
  /** Default: computed when it is first needed. */
  readonly crc32?: number | null;
  /** Default: computed once a client asks for them. */
  readonly checksums?: Checksums | null;
  readonly blobKey: string;
  /** The client's own modification time in epoch milliseconds. */
  readonly modifiedAt?: number | null;
  /** The bytes of the metadata are reserved, or not, as those of the content are. Default: none are given. */
  readonly annotations?: GivenAnnotations | null;
  /** Default: `rename`. */
  readonly onConflict?: OnConflict;
  /** null: none. */
  readonly precondition?: Precondition | null;
  /** For bytes that were not reserved: the quota of the owner's plan, which is checked now; null: none. */
  readonly unreserved?: { readonly planQuotaBytes: number | null };
  /** Whether the reservation of the bytes holds an item. Default: true. */
  readonly holdsItem?: boolean;
  /** Whether it may replace another file, as a member may not who can only add. Default: true. */
  readonly mayReplace?: boolean;
  /** items.id of the folder, null for the root, if the caller knows it: the new row then need not be read. */
  readonly folderId?: string | null;
}

export interface AddedFile {
  readonly rowId: number;
  /** The promised id, or that of the file whose content was replaced. */
  readonly id: string;
  readonly isReplaced: boolean;
  /** Differs from the wanted name if a sibling has that. */
  readonly name: string;
  /** If the wanted folder is gone: that of `rootId`, else the root. */
  readonly folderRowId: number;
  /** A new file as `findFile` would give it, if it is in the folder that the caller knows. */
  readonly row?: FileRow;
}

type AddDeps = FolderDeps & {
  readonly thumbnails: Thumbnails;
  readonly versions: Versions;
  readonly sums: SumJobs;
  readonly scans: Scans;
};

export async function addFile(deps: AddDeps, tx: Tx, file: FileToAdd): Promise<AddedFile> {
  await lockTree(tx, file.ownerId);
  if (file.sha256 === null) await deps.sums.schedule(tx, file);
  await deps.scans.schedule(tx, file);
  if (file.checksums !== null && file.checksums !== undefined) await keepChecksums(tx, file.blobKey, file.checksums);
  const { onConflict = 'rename', precondition = null } = file;
  // The index of names finds a sibling that must not be there, without a look-up before.
  if (precondition === 'absent') return insertFile(deps, tx, file);
  // A file whose folder is gone goes to another one, and replaces nothing there.
  const mayReplace =
    (onConflict !== 'rename' || precondition !== null) && (await isAliveFolder(tx, file.folderRowId, file.ownerId));
  const child = mayReplace ? await findChild(tx, file.folderRowId, file.name) : undefined;
  const sibling = child === undefined ? undefined : await findFile(tx, child.id);
  requirePrecondition(precondition, sibling);
  if (sibling !== undefined && onConflict !== 'rename') {
    requireReplaceable(file.name, onConflict, sibling);
    if (file.mayReplace === false) throw nameTaken(file.name);
    return replaceFile(deps, tx, file, sibling);
  }
  return insertFile(deps, tx, file);
}

/** Throws `name_conflict` unless an upload with this policy may replace the item that has its name. */
export function requireReplaceable(
  name: string,
  onConflict: OnConflict,
  sibling: { readonly isFolder: boolean } | undefined,
): void {
  if (sibling === undefined || onConflict === 'rename') return;
  if (sibling.isFolder && onConflict === 'replace')
    throw new DomainError('name_conflict', `${name} is a folder, which a file cannot replace. Choose another name.`);
  if (onConflict === 'fail') throw nameTaken(name);
}

const nameTaken = (name: string): DomainError =>
  new DomainError('name_conflict', `The folder contains an item named ${name} already. Choose another name.`);

async function replaceFile(deps: AddDeps, tx: Tx, file: FileToAdd, replaced: FileRow): Promise<AddedFile> {
  const { sizeBytes, mimeType, sha256, crc32 = null, blobKey, ownerId, modifiedAt = null } = file;
  const { rowId, id, name, parentRowId: folderRowId } = replaced;
  const scan = deps.scans.firstResult(sizeBytes);
  const content = {
    sizeBytes,
    mimeType,
    sha256,
    crc32,
    blobKey,
    isShared: false,
    thumbnailKey: null,
    scan,
    virus: null,
    modifiedAt,
  };
  // Before versions are dropped, so that the quota refuses the same bytes whichever way they come.
  requireRoom(await countBytes(deps, tx, file, { files: 0 }));
  let { annotations } = replaced;
  if (file.annotations) {
    const annotated = await annotateReplaced(tx, replaced, file.annotations);
    if (annotated.freedBytes > 0) await dropStoredBytes(tx, ownerId, annotated.freedBytes);
    annotations = annotated.annotations;
  }
  await deps.versions.replace(tx, { ...replaced, annotations }, content);
  await deps.thumbnails.schedule(tx, { rowId, ownerId, name, mimeType });
  return { rowId, id, isReplaced: true, name, folderRowId };
}

/** items.row_id of the folder for a file whose own is gone. */
async function findOtherFolder(deps: AddDeps, tx: Tx, { ownerId, rootId = null }: FileToAdd): Promise<number> {
  const root = rootId === null ? undefined : await findFolder(tx, ownerId, rootId);
  return root?.rowId ?? ensureRoot(deps, tx, ownerId);
}

async function insertFile(deps: AddDeps, tx: Tx, file: FileToAdd): Promise<AddedFile> {
  const createdAt = deps.clock.now();
  const scan = deps.scans.firstResult(file.sizeBytes);
  const insert = (folderRowId: number, name: string): Promise<number | undefined> =>
    insertItem(tx, folderRowId, {
      id: file.id,
      ownerId: file.ownerId,
      isFolder: false,
      name,
      nameKey: foldName(name),
      sizeBytes: file.sizeBytes,
      mimeType: file.mimeType,
      sha256: file.sha256,
      crc32: file.crc32 ?? null,
      blobKey: file.blobKey,
      createdAt,
      modifiedAt: file.modifiedAt ?? null,
      scan,
    });

  let { name, folderRowId } = file;
  let [rowId, room] = await Promise.all([insert(folderRowId, name), countBytes(deps, tx, file, { files: 1 })]);
  while (rowId === undefined) {
    if (await isAliveFolder(tx, folderRowId, file.ownerId)) {
      if (file.precondition === 'absent' && folderRowId === file.folderRowId) throw alreadyThere(file.name);
      if (file.onConflict === 'fail') throw nameTaken(file.name);
      name = await findFreeName(file.name, (names) => listTakenNames(tx, folderRowId, names));
    } else {
      folderRowId = await findOtherFolder(deps, tx, file);
    }
    rowId = await insert(folderRowId, name);
  }
  requireRoom(room);
  if (file.annotations) await annotateNew(tx, { rowId, ownerId: file.ownerId, folderRowId }, file.annotations);
  await countIn(tx, folderRowId, { isFolder: false, sizeBytes: file.sizeBytes });
  const annotations = file.annotations ? givenAnnotations(file.annotations) : null;
  deps.changes.created(tx, {
    ...file,
    rowId,
    name,
    parentRowId: folderRowId,
    isFolder: false,
    version: 1,
    annotations,
  });
  await deps.thumbnails.schedule(tx, { rowId, ownerId: file.ownerId, name, mimeType: file.mimeType });
  const added = { rowId, id: file.id, isReplaced: false, name, folderRowId } as const;
  return file.folderId === undefined || folderRowId !== file.folderRowId
    ? added
    : { ...added, row: newRow(file, file.folderId, { ...added, createdAt, scan }) };
}

/** Takes room for what was not reserved. */
function countBytes(
  { config: { maxItems } }: AddDeps,
  tx: Tx,
  file: FileToAdd,
  { files }: { readonly files: 0 | 1 },
): Promise<RoomTaken> {
  const { ownerId, sizeBytes, annotations, unreserved, holdsItem = true } = file;
  const bytes = annotations ? sizeBytes + givenBytes(annotations) : sizeBytes;
  if (unreserved === undefined) return storeReserved(tx, ownerId, { bytes, files, holdsItem }, maxItems);
  return storeBytes(tx, ownerId, { bytes, files }, { quotaBytes: unreserved.planQuotaBytes, maxItems });
}

/** The row of a file that was just inserted: its other columns have their defaults, and no other table names it yet. */
const newRow = (
  { id, ownerId, sizeBytes, mimeType, sha256, crc32, blobKey, modifiedAt, annotations }: FileToAdd,
  parentId: string | null,
  {
    rowId,
    name,
    folderRowId,
    createdAt,
    scan,
  }: Pick<AddedFile, 'rowId' | 'name' | 'folderRowId'> & Pick<FileRow, 'createdAt' | 'scan'>,
): FileRow => ({
  id,
  rowId,
  ownerId,
  parentId,
  parentRowId: folderRowId,
  isFolder: false,
  name,
  sizeBytes,
  mimeType,
  sha256,
  crc32: crc32 ?? null,
  blobKey,
  isShared: false,
  version: 1,
  revision: 1,
  thumbnailKey: null,
  quarantined: false,
  scan,
  virus: null,
  downloadCount: 0,
  state: 'alive',
  ownState: 'alive',
  createdAt,
  modifiedAt: modifiedAt ?? null,
  annotations: annotations ? givenAnnotations(annotations) : null,
  starCount: 0,
  createdBy: currentActor(),
  modifiedBy: null,
  given: null,
  addedBy: currentActor(),
  addedAt: createdAt,
  deletedAt: null,
  shareMode: null,
  shareToken: null,
  ownShare: null,
  publicUntil: null,
  likeCount: null,
  commentCount: null,
});
