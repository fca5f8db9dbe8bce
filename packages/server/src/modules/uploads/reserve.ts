import { limits, type NewUpload, type UploadReservation } from '@drive/contract';
import type { BlobStore } from '../../platform/blobs/index.ts';
import { secondMs, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Accounts, Plan } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { Shares } from '../shares/index.ts';
import { visitorReservationMs, type Session, type UploadPurpose } from './upload-session.ts';
import { countOpenOfNetwork, insertSessions } from './upload-session-store.ts';

export interface ReserveDeps extends Pick<Ports, 'baseUrl'> {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly shares: Shares;
  readonly secrets: Secrets;
  readonly config: {
    /** Whether the open reservations of a stranger's network are capped. */
    readonly limitsVisitors: boolean;
  };
}

/** An upload whose place and right have been looked at already. */
export interface UploadToReserve {
  /** Default: a new one. */
  readonly sessionId?: string;
  /** items.row_id */
  readonly folderRowId: number;
  /** Cleaned, as `ItemName` gives it. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Shares the file with the upload. */
  readonly share?: { readonly publicListing: boolean } | undefined;
  /** Whoever hears of its end (`Uploads.onEnd`). Its status then tells the name it was asked for under. */
  readonly purpose?: UploadPurpose;
}

export interface ReservingOwner {
  /** users.row_id */
  readonly userId: number;
  /** null: none. */
  readonly quotaBytes: number | null;
}

/** An owner in whose name a stranger reserves. */
export interface VisitorOwner extends ReservingOwner {
  /** Where the stranger comes from, as `clientNetwork` of a request. */
  readonly clientNetwork: string;
}

/** Reserves all of them or none; the answers come in the order of the request. */
export async function reserve(
  deps: ReserveDeps,
  owner: { readonly userId: number; readonly plan: Plan },
  uploads: readonly NewUpload[],
  remember: (tx: Tx, reservations: readonly UploadReservation[]) => Promise<void>,
): Promise<UploadReservation[]> {
  const { maxFileBytes, quotaBytes } = deps.accounts.planLimits(owner.plan);
  for (const { fileSizeBytes } of uploads)
    if (fileSizeBytes > maxFileBytes)
      throw new DomainError('payload_too_large', `A file may have at most ${maxFileBytes} bytes.`);

  return deps.database.write(async (tx) => {
    const folders = await findFolders(deps.files, tx, owner.userId, uploads);
    const { reservations } = await reserveAll(
      deps,
      tx,
      { userId: owner.userId, quotaBytes },
      uploads.map((upload) => ({
        folderRowId: folders.get(upload.parentFolderId ?? null) ?? 0,
        fileName: upload.fileName,
        contentType: upload.contentType,
        sizeBytes: upload.fileSizeBytes,
        share: upload.autoShare === true ? { publicListing: upload.publicListing === true } : undefined,
      })),
    );
    await remember(tx, reservations);
    return reservations;
  });
}

/** The same in the caller's transaction, which has checked all but the quota and, for a stranger, the cap. */
export async function reserveAll(
  deps: Omit<ReserveDeps, 'database' | 'accounts'>,
  tx: Tx,
  { userId, quotaBytes, clientNetwork }: ReservingOwner & Partial<VisitorOwner>,
  uploads: readonly UploadToReserve[],
): Promise<{ readonly sessions: Session[]; readonly reservations: UploadReservation[] }> {
  const totalBytes = uploads.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (!(await deps.files.reserveBytes(tx, userId, totalBytes, quotaBytes)))
    throw new DomainError('storage_quota_exceeded', 'There is not enough room left. Delete something first.');
  const now = deps.clock.now();
  const sessions = uploads.map((upload): Session => ({
    id: upload.sessionId ?? deps.random.uuid(),
    ownerId: userId,
    fileId: deps.random.uuid(),
    folderRowId: upload.folderRowId,
    fileName: upload.fileName,
    contentType: upload.contentType,
    sizeBytes: upload.sizeBytes,
    blobKey: deps.blobs.newKey(),
    status: 'PENDING',
    purpose: upload.purpose ?? null,
    networkHash: clientNetwork === undefined ? null : hashNetwork(deps, clientNetwork),
    activeAt: now,
  }));
  await insertSessions(tx, sessions);

  const reservations: UploadReservation[] = [];
  for (const [index, { id, fileId, ownerId }] of sessions.entries()) {
    const wanted = uploads[index]?.share;
    const share = wanted === undefined ? undefined : await deps.shares.shareUpload(tx, { fileId, ownerId, ...wanted });
    reservations.push({
      sessionId: id,
      fileId,
      uploadUrl: deps.baseUrl.link(`/files/uploads/${id}`),
      directUrl: null,
      shareToken: share?.token ?? null,
      shortUrl: share?.shortUrl ?? null,
    });
  }
  return { sessions, reservations };
}

/**
 * Throws `too_many_requests` if a stranger's network would have more than `limits.openReservationsPerNetwork` open with
 * these. Networks wait for one another here, so that parallel calls can't overshoot; call before `reserveAll`, which locks
 * the owner's usage row.
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

/** items.row_id of every folder that is asked for, by its id; the root under null. */
async function findFolders(
  files: Files,
  tx: Tx,
  ownerId: number,
  uploads: readonly NewUpload[],
): Promise<Map<string | null, number>> {
  const folders = new Map<string | null, number>([[null, await files.ensureRoot(tx, ownerId)]]);
  for (const { parentFolderId = null } of uploads) {
    if (folders.has(parentFolderId)) continue;
    const folder = await files.findFolder(tx, ownerId, parentFolderId);
    if (folder === undefined) throw new DomainError('folder_not_found', 'There is no such folder.');
    folders.set(parentFolderId, folder.rowId);
  }
  return folders;
}
