import { optionalIsoTime, paginationOf, readPage, type PageRequest } from '@drive/base';
import type { AdminTeamDrive, AdminTeamDrivePage } from '@drive/contract';
import type { Caller } from '../../platform/access/index.ts';
import type { AuditActor } from '../../platform/audit/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { grants, publishAccess } from '../access/index.ts';
import type { Accounts } from '../accounts/index.ts';
import { driveNotFound, type Files } from '../files/index.ts';
import * as store from './drive-store.ts';
import { nameTaken, sharedFields } from './drives.ts';

export type AdminDrivesDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'audit' | 'events' | 'jobs'> & {
  readonly accounts: Pick<Accounts, 'driveOwners' | 'deletion'>;
  readonly files: Pick<Files, 'lockTree'>;
  readonly config: {
    /** How long deleted drives can be restored (DRIVE_TRASH_RETENTION_DAYS). */
    readonly trashMs: number;
    readonly sweepMs: number;
  };
};

const drivesAtOnce = 16;

/** All team drives, and what becomes of deleted ones, for administrators. */
export class AdminDrives {
  readonly #deps: AdminDrivesDeps;

  constructor(deps: AdminDrivesDeps) {
    this.#deps = deps;
    deps.jobs.every('drives.trash', deps.config.sweepMs, ({ signal }) => this.#purgeExpired(signal));
  }

  async list({
    q,
    deleted,
    ...page
  }: PageRequest & { readonly q?: string | undefined; readonly deleted: boolean }): Promise<AdminTeamDrivePage> {
    const { reader } = this.#deps.database;
    const filter = { q, isDeleted: deleted };
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => store.listDrives(reader, filter, slice),
      ({ nameKey, ownerId }) => [nameKey, ownerId],
    );
    return {
      drives: rows.map(toAdminDrive),
      pagination: paginationOf(page, await store.countDrives(reader, filter), nextCursor),
    };
  }

  /** Also gives a drive a manager that has none who can sign in: the caller. Throws `name_conflict`. */
  restore(caller: Caller, id: string): Promise<AdminTeamDrive> {
    const { database, accounts, audit, files } = this.#deps;
    return database.write(async (tx) => {
      await tx.lock('drives');
      const drive = await store.findDrive(tx, id);
      if (drive === undefined) throw driveNotFound();
      const { ownerId, name, rootRowId } = drive;
      await files.lockTree(tx, ownerId);
      if (drive.deletedAt !== null) {
        if (await store.isNameTaken(tx, name)) throw nameTaken(name);
        await store.setDriveDeleted(tx, ownerId, null);
        await accounts.driveOwners.setDisabled(tx, ownerId, null);
        await audit.record(tx, { action: 'drive.restored', actor: caller, target: { kind: 'drive', id } });
      }
      if (!(await grants.hasManager(tx, rootRowId))) await this.#makeManager(tx, caller, drive);
      return toAdminDrive((await store.findDrive(tx, id)) ?? drive);
    });
  }

  /** Throws `not_in_trash` unless it is deleted, and was before a time. */
  purge(actor: AuditActor, id: string, before = Infinity): Promise<void> {
    const { database, accounts, clock, audit } = this.#deps;
    return database.write(async (tx) => {
      await tx.lock('drives');
      const drive = await store.findDrive(tx, id);
      if (drive === undefined) throw driveNotFound();
      if (drive.deletedAt === null || drive.deletedAt >= before)
        throw new DomainError('not_in_trash', 'Only deleted team drives can be permanently deleted. Delete it first.');
      await audit.record(tx, { action: 'drive.purged', actor, target: { kind: 'drive', id } });
      await store.removeDrive(tx, drive.ownerId);
      await accounts.driveOwners.setDisabled(tx, drive.ownerId, clock.now(), { isFinal: true });
      await accounts.deletion.schedule(tx, drive.ownerId);
    });
  }

  async #makeManager(tx: Tx, caller: Caller, drive: store.DriveRow): Promise<void> {
    const { clock, random, audit } = this.#deps;
    const { userId } = caller;
    const { rootRowId: itemRowId, rootId: id, name, ownerId } = drive;
    const grant = { id: random.uuid(), itemRowId, to: { userId }, role: 'manager' } as const;
    const rowId = await grants.putGrant(tx, { ...grant, createdBy: userId, createdAt: clock.now() });
    await audit.record(tx, {
      action: 'access.given',
      actor: caller,
      userId,
      target: { kind: 'file', id },
      details: { role: 'manager', to: 'user' },
    });
    const given = (await grants.listGrants(tx, itemRowId, { onlyHere: true })).find((row) => row.rowId === rowId);
    if (given !== undefined) publishAccess(this.#deps, tx, 'given', { id, name, ownerId }, given);
  }

  async #purgeExpired(signal: AbortSignal): Promise<void> {
    const { database, clock, config } = this.#deps;
    if (config.trashMs === 0) return;
    const before = clock.now() - config.trashMs;
    for (;;) {
      const ids = await store.listDeletedBefore(database.reader, before, drivesAtOnce);
      for (const id of ids) {
        signal.throwIfAborted();
        await this.purge('server', id, before).catch(unlessGone);
      }
      if (ids.length < drivesAtOnce) return;
    }
  }
}

/** Another server has purged it, or an administrator has restored it, who may have deleted it again. */
function unlessGone(error: unknown): void {
  if (!isDomainError(error, 'drive_not_found') && !isDomainError(error, 'not_in_trash')) throw error;
}

const toAdminDrive = (row: store.DriveRow): AdminTeamDrive => ({
  ...sharedFields(row),
  itemCount: row.itemCount,
  deletedAt: optionalIsoTime(row.deletedAt),
});
