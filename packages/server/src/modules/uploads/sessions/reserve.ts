import { dayMs, secondMs } from '@drive/base';
import { limits, type NewUpload, type OnConflict, type UploadReservation } from '@drive/contract';
import { currentActor, currentOrigin, mayDo, requireMay, rootOf, type Caller } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Accounts, Plan } from '../../accounts/index.ts';
import {
  folderNotFound,
  type Files,
  type FolderAccess,
  type GivenAnnotations,
  type Precondition,
  type RoomTaken,
} from '../../files/index.ts';
import { checkUpload, type UploadRules } from './check-upload.ts';
import { countOpenOfNetwork, insertSessions } from './upload-session-store.ts';
import {
  quotaBytesOf,
  visitorReservationMs,
  type Session,
  type UploadListeners,
  type UploadPurpose,
} from './upload-session.ts';

export type ReserveDeps = Pick<Ports, 'baseUrl' | 'database' | 'blobs' | 'clock' | 'random' | 'secrets'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly listeners: UploadListeners;
  readonly config: {
    /** Whether the open reservations of a visitor's network are limited. */
    readonly limitsVisitors: boolean;
    /** Whether users may send bytes to the object storage itself. */
    readonly directUploads: boolean;
    /** An open session that is idle for this long expires. */
    readonly sessionMs: number;
  };
};

/** An upload whose folder and permission the caller has checked. */
export interface UploadToReserve {
  /** Default: a new one. */
  readonly sessionId?: string;
  /** Default: a new one. Given if bytes are staged for it. */
  readonly blobKey?: string;
  /** items.row_id */
  readonly folderRowId: number;
  /** items.id of the folder that it may not leave. Default: none. */
  readonly rootId?: string | null;
  /** Cleaned, as `ItemName` gives it. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The client's own modification time in epoch milliseconds. */
  readonly modifiedAt?: number | null | undefined;
  /** Metadata and tags. Default: none are given. */
  readonly annotations?: GivenAnnotations | null | undefined;
  /** Shares the file with the upload. */
  readonly share?: { readonly publicListing: boolean } | undefined;
  /** Default: `rename`. Checked here and when the upload completes. */
  readonly onConflict?: OnConflict;
  /** Checked here and when the upload completes. null, and default: none. */
  readonly precondition?: Precondition | null;
  /** Whether its client may ask for the status, which completes an upload whose bytes the storage received itself. */
  readonly mayBeDirect?: boolean;
  /** Whether it holds the bytes of one request, whose client does not know it. */
  readonly endsWithRequest?: boolean;
  /** Whether it will replace a file, as far as the caller knows. Default: looked up for its `onConflict`. */
  readonly replaces?: boolean;
  /** `Upload-Metadata` as a client of tus sent it. */
  readonly tusMetadata?: string;
  /** The module that is notified of its end (`Uploads.onEnd`). Its status then shows the requested name. */
  readonly purpose?: UploadPurpose;
}

export interface ReservingOwner {
  /** users.row_id */
  readonly userId: number;
  /** null: none. */
  readonly quotaBytes: number | null;
  readonly rules: UploadRules;
}

/** The owner of the files that a visitor uploads. */
export interface VisitorOwner extends ReservingOwner {
  /** The visitor's network, as `clientNetwork` of a request. */
  readonly clientNetwork: string;
}

/** S3 accepts no longer life of a URL. */
const maxPresignedMs = 7 * dayMs;

/** Reserves all uploads or none, and returns the reservations in their order. */
export async function reserve(
  deps: ReserveDeps,
  owner: { readonly userId: number; readonly plan: Plan } & Pick<Caller, 'restriction'>,
  uploads: readonly NewUpload[],
  { tusMetadata, remember }: ReserveOptions = {},
): Promise<UploadReservation[]> {
  const { maxFileBytes, quotaBytes } = deps.accounts.planLimits(owner.plan);
  const rules = { maxFileBytes };
  const wanted = uploads.map((upload) => ({
    fileName: upload.fileName,
    contentType: upload.contentType,
    sizeBytes: upload.fileSizeBytes,
    modifiedAt: upload.modifiedAt,
    annotations: annotationsOf(upload),
    onConflict: upload.onConflict ?? (upload.ifMatch === undefined ? 'rename' : 'replace'),
    precondition: preconditionOf(upload),
    mayBeDirect: true,
    rootId: rootOf(owner),
    share: upload.autoShare === true ? { publicListing: upload.publicListing === true } : undefined,
    ...(tusMetadata === undefined ? {} : { tusMetadata }),
  }));
  checkUpload(wanted, { rules });

  const inTrees = async (tx: Tx, locked: ReadonlySet<number>): Promise<UploadReservation[]> => {
    const reservations =
      locked.size === 1
        ? await reserveOwn(deps, tx, { ...owner, quotaBytes, rules }, uploads, wanted)
        : await reserveInTrees(deps, tx, owner, rules, uploads, wanted);
    await remember?.(tx, reservations);
    return reservations;
  };
  // Almost always all are for one tree.
  const [folderId] = uploads.flatMap(({ parentFolderId }) => parentFolderId ?? []);
  const tree =
    folderId === undefined ? undefined : await deps.files.findTreeOf(deps.database.reader, owner.userId, folderId);
  return deps.files.changeTrees(owner.userId, inTrees, { sharesCommit: true, tree });
}

type WantedUpload = Omit<UploadToReserve, 'folderRowId'> & { readonly onConflict: OnConflict };

/** All uploads are for the tree of the caller, as almost all are: its lock is the only one that the transaction has. */
async function reserveOwn(
  deps: ReserveDeps,
  tx: Tx,
  owner: ReservingOwner,
  uploads: readonly NewUpload[],
  wanted: readonly WantedUpload[],
): Promise<UploadReservation[]> {
  const areNew = wanted.every(({ onConflict }) => onConflict === 'rename');
  const [folders, room] = await Promise.all([
    findFolders(deps.files, tx, owner.userId, uploads),
    areNew ? takeRoom(deps.files, tx, owner, wanted, wanted.length) : undefined,
  ]);
  const placed = wanted.map((upload, index) => ({
    ...upload,
    folderRowId: folderOf(folders, uploads[index]).rowId,
  }));
  return (await addSessions(deps, tx, owner, placed, room)).reservations;
}

/** Some uploads are for trees of others, in whose quotas they count. */
async function reserveInTrees(
  deps: ReserveDeps,
  tx: Tx,
  caller: { readonly userId: number; readonly plan: Plan },
  rules: UploadRules,
  uploads: readonly NewUpload[],
  wanted: readonly WantedUpload[],
): Promise<UploadReservation[]> {
  const folders = await findFolders(deps.files, tx, caller.userId, uploads);
  const placed = wanted.map((upload, index) => ({ upload, index, folder: folderOf(folders, uploads[index]) }));
  for (const { upload, folder } of placed) await requireRole(deps.files, tx, caller.userId, upload, folder);
  const reservations: UploadReservation[] = [];
  for (const [ownerId, those] of Map.groupBy(placed, ({ folder }) => folder.ownerId)) {
    const { planQuotaBytes, storageOf } = await deps.files.quotaOf(tx, caller, ownerId);
    const owner = { userId: ownerId, quotaBytes: planQuotaBytes, rules: { ...rules, storageOf } };
    const sessions = those.map(({ upload, folder }) => ({ ...upload, folderRowId: folder.rowId }));
    const added = await addSessions(deps, tx, owner, sessions, undefined);
    for (const [position, { index }] of those.entries())
      reservations[index] = added.reservations[position] as UploadReservation;
  }
  return reservations;
}

/** A contributor replaces nothing, and only a manager makes links. */
async function requireRole(
  files: Files,
  tx: Tx,
  userId: number,
  { fileName: name, onConflict, precondition = null, share }: WantedUpload,
  folder: FolderAccess,
): Promise<void> {
  if (share !== undefined) requireMay(userId, folder, 'share', folderNotFound);
  const mayReplace: boolean = mayDo(userId, folder, 'write');
  if (mayReplace) return;
  const replaced = await files.findReplaced(tx, { folderRowId: folder.rowId, name, onConflict, precondition });
  if (replaced !== undefined) requireMay(userId, await files.findFile(tx, replaced, userId), 'write', folderNotFound);
}

const folderOf = (folders: Folders, upload: NewUpload | undefined): FolderAccess =>
  folders.get(upload?.parentFolderId ?? null) as FolderAccess;

export const preconditionOf = ({ ifMatch, ifAbsent }: Pick<NewUpload, 'ifMatch' | 'ifAbsent'>): Precondition | null =>
  ifMatch === undefined ? (ifAbsent === true ? 'absent' : null) : [ifMatch];

/** null: none are given. */
export const annotationsOf = ({ metadata, tags }: GivenAnnotations): GivenAnnotations | null =>
  metadata === undefined && tags === undefined ? null : { metadata, tags };

interface ReserveOptions {
  /** `Upload-Metadata` of a creation by tus. */
  readonly tusMetadata?: string;
  /** Runs last in the transaction. */
  readonly remember?: (tx: Tx, reservations: readonly UploadReservation[]) => Promise<void>;
}

/** One guarded update takes the room of all uploads. */
const takeRoom = (
  files: Files,
  tx: Tx,
  { userId, quotaBytes }: Pick<ReservingOwner, 'userId' | 'quotaBytes'>,
  uploads: readonly Parameters<typeof quotaBytesOf>[0][],
  items: number,
): Promise<RoomTaken> => {
  const bytes = uploads.reduce((sum, upload) => sum + quotaBytesOf(upload), 0);
  return files.reserveRoom(tx, userId, { bytes, items }, quotaBytes);
};

/** Like `reserve`, in the caller's transaction, into folders that the caller has checked. */
export const reserveAll = (
  deps: Omit<ReserveDeps, 'database' | 'accounts'>,
  tx: Tx,
  owner: ReservingOwner & Partial<VisitorOwner>,
  uploads: readonly UploadToReserve[],
): Promise<Reserved> => addSessions(deps, tx, owner, uploads, undefined);

interface Reserved {
  readonly sessions: Session[];
  readonly reservations: UploadReservation[];
}

/** `taken`: the room, if the caller has taken it. */
async function addSessions(
  deps: Omit<ReserveDeps, 'database' | 'accounts'>,
  tx: Tx,
  owner: ReservingOwner & Partial<VisitorOwner>,
  uploads: readonly UploadToReserve[],
  taken: RoomTaken | undefined,
): Promise<Reserved> {
  const { userId, rules, clientNetwork } = owner;
  const replaced: (string | undefined)[] = [];
  for (const { folderRowId, fileName: name, onConflict = 'rename', precondition = null } of uploads)
    replaced.push(await deps.files.findReplaced(tx, { folderRowId, name, onConflict, precondition }));
  const holdsItem = uploads.map(({ replaces }, index) => !(replaces ?? replaced[index] !== undefined));
  const items = holdsItem.filter((holds) => holds).length;
  checkUpload(uploads, { rules, room: taken ?? (await takeRoom(deps.files, tx, owner, uploads, items)) });
  const now = deps.clock.now();
  const direct = deps.config.directUploads ? deps.blobs.direct : undefined;
  const lifeMs = Math.min(deps.config.sessionMs, maxPresignedMs);
  const sessions = uploads.map((upload, index): Session => ({
    id: upload.sessionId ?? deps.random.uuid(),
    ownerId: userId,
    fileId: deps.random.uuid(),
    folderRowId: upload.folderRowId,
    rootId: upload.rootId ?? null,
    fileName: upload.fileName,
    contentType: upload.contentType,
    sizeBytes: upload.sizeBytes,
    blobKey: upload.blobKey ?? deps.blobs.newKey(),
    status: 'PENDING',
    purpose: upload.purpose ?? null,
    endsWithRequest: upload.endsWithRequest ?? false,
    holdsItem: holdsItem[index] ?? true,
    tusMetadata: upload.tusMetadata ?? null,
    reservedBy: currentActor(),
    networkHash: clientNetwork === undefined ? null : hashNetwork(deps, clientNetwork),
    modifiedAt: upload.modifiedAt ?? null,
    annotations: upload.annotations ?? null,
    onConflict: upload.onConflict ?? 'rename',
    precondition: upload.precondition ?? null,
    replacedId: null,
    isDirect: direct !== undefined && upload.mayBeDirect === true && upload.sizeBytes <= direct.maxBytes,
    origin: currentOrigin(),
    activeAt: now,
  }));
  await insertSessions(tx, sessions);

  const reservations: UploadReservation[] = [];
  for (const [index, { id, fileId, fileName, ownerId, sizeBytes: bytes, isDirect }] of sessions.entries()) {
    const wanted = uploads[index]?.share;
    const upload = { fileId, fileName, ownerId, replacedId: replaced[index] };
    const share = wanted === undefined ? undefined : await deps.listeners.share(tx, { ...upload, ...wanted });
    reservations.push({
      sessionId: id,
      fileId,
      uploadUrl: deps.baseUrl.link(`/files/uploads/${id}`),
      directUrl: direct !== undefined && isDirect ? direct.uploadUrl(id, { bytes, lifeMs }) : null,
      shareToken: share?.token ?? null,
      shortUrl: share?.shortUrl ?? null,
    });
  }
  return { sessions, reservations };
}

/**
 * Throws `too_many_requests` if a visitor's network would have more than `limits.openReservationsPerNetwork` open
 * reservations. Locks the network, so that concurrent calls cannot exceed the limit; call before `reserveAll`, which
 * locks the usage row.
 */
export async function requireNetworkLimit(
  deps: Pick<ReserveDeps, 'clock' | 'secrets' | 'config'>,
  tx: Tx,
  { clientNetwork }: VisitorOwner,
  added: number,
): Promise<void> {
  if (!deps.config.limitsVisitors) return;
  const networkHash = hashNetwork(deps, clientNetwork);
  await tx.lock(`upload_sessions:${networkHash}`);
  const now = deps.clock.now();
  const { count, oldestUnbegunAt } = await countOpenOfNetwork(tx, networkHash, now - visitorReservationMs);
  const most = limits.openReservationsPerNetwork;
  if (count + added <= most) return;
  const waitMs = (oldestUnbegunAt ?? now) + visitorReservationMs - now;
  throw new DomainError(
    'too_many_requests',
    `At most ${most} uploads may be open from one network. Finish or cancel some, or try again later.`,
    { retryAfterSeconds: Math.ceil(waitMs / secondMs) },
  );
}

const hashNetwork = ({ secrets }: Pick<ReserveDeps, 'secrets'>, clientNetwork: string): string =>
  secrets.sign('ip-address', clientNetwork);

type Folders = ReadonlyMap<string | null, FolderAccess>;

/** The requested folders by id; the root folder of the user under null, if it is among them. */
async function findFolders(files: Files, tx: Tx, userId: number, uploads: readonly NewUpload[]): Promise<Folders> {
  const folders = new Map<string | null, FolderAccess>();
  for (const { parentFolderId = null } of uploads)
    if (!folders.has(parentFolderId))
      folders.set(parentFolderId, await files.requireTarget(tx, userId, parentFolderId));
  return folders;
}
