import { isoTime } from '@drive/base';
import { limits, type NewTeamDrive, type TeamDrive, type TeamDriveChange, type TeamDriveList } from '@drive/contract';
import { requireMay, setQuota, type Action, type Caller } from '../../platform/access/index.ts';
import { changedNames } from '../../platform/audit/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { grants } from '../access/index.ts';
import type { Accounts } from '../accounts/index.ts';
import { driveNotFound, type Files } from '../files/index.ts';
import * as store from './drive-store.ts';
import { listManagedBy, type ManagedDriveRow } from './managed-drive-store.ts';

/** Who may create team drives (DRIVE_TEAM_DRIVES). */
export type DrivePolicy = 'admins' | 'everyone' | 'off';

export type DrivesDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'audit'> & {
  readonly accounts: Pick<Accounts, 'driveOwners'>;
  readonly files: Pick<Files, 'ensureRoot' | 'lockTree'>;
  readonly featureLimiter: FeatureLimiter;
  readonly config: {
    readonly policy: DrivePolicy;
    /** Of drives that are created without one; null: none. */
    readonly quotaBytes: number | null;
  };
};

/** Team drives, as their members see them. Changes of drives wait for each other, so that no two get one name. */
export class Drives {
  readonly #deps: DrivesDeps;

  constructor(deps: DrivesDeps) {
    this.#deps = deps;
  }

  async list(caller: Caller): Promise<TeamDriveList> {
    const rows = await store.listDrivesFor(this.#deps.database.reader, caller.userId, limits.listedDrives);
    return { drives: rows.flatMap((row) => toTeamDrive(row) ?? []), mayCreate: this.#mayCreate(caller) };
  }

  /** Throws `drive_not_found`, as for an unknown drive, unless the caller has a role on it. */
  async get(caller: Caller, id: string): Promise<TeamDrive> {
    return shown(await this.#require(this.#deps.database.reader, caller, id, 'read'));
  }

  /** The caller becomes the manager. `remember` runs in the same transaction. Throws `name_conflict`. */
  async create(
    caller: Caller,
    { name, quotaBytes = this.#deps.config.quotaBytes }: NewTeamDrive,
    remember: (tx: Tx, drive: TeamDrive) => Promise<void>,
  ): Promise<TeamDrive> {
    const { accounts, files, clock, random, audit, config, featureLimiter } = this.#deps;
    if (!this.#mayCreate(caller))
      throw new DomainError(
        'access_denied',
        config.policy === 'off'
          ? 'This server creates no more team drives.'
          : 'Only administrators create team drives. Ask one of them.',
      );
    if (quotaBytes !== config.quotaBytes) requireAdmin(caller);
    await featureLimiter.consume('teamDrive', `user ${caller.userId}`);
    return this.#change(async (tx) => {
      if (await store.isNameTaken(tx, name)) throw nameTaken(name);
      const id = random.uuid();
      const createdAt = clock.now();
      const ownerId = await accounts.driveOwners.insert(tx, { id, createdAt, quotaBytes });
      await files.lockTree(tx, ownerId);
      const itemRowId = await files.ensureRoot(tx, ownerId);
      await store.insertDrive(tx, { ownerId, name, createdAt });
      const to = { userId: caller.userId };
      await grants.putGrant(tx, {
        id: random.uuid(),
        itemRowId,
        to,
        role: 'manager',
        createdBy: caller.userId,
        createdAt,
      });
      await audit.record(tx, { action: 'drive.created', actor: caller, target: { kind: 'drive', id } });
      const drive = shown(await this.#require(tx, caller, id, 'read'));
      await remember(tx, drive);
      return drive;
    });
  }

  /** Throws `name_conflict`. */
  change(caller: Caller, id: string, change: TeamDriveChange): Promise<TeamDrive> {
    const { quotaBytes } = change;
    const [name, linkRole] = [change.name ?? undefined, change.linkRole ?? undefined];
    return this.#change(async (tx) => {
      const { ownerId } = await this.#require(tx, caller, id, 'manage');
      if (quotaBytes !== undefined) requireAdmin(caller);
      if (name !== undefined && (await store.isNameTaken(tx, name, ownerId))) throw nameTaken(name);
      await store.updateDrive(tx, ownerId, { name, linkRole });
      if (quotaBytes !== undefined) await setQuota(tx, ownerId, quotaBytes);
      await this.#deps.audit.record(tx, {
        action: 'drive.changed',
        actor: caller,
        target: { kind: 'drive', id },
        details: { changed: changedNames({ name, linkRole, quotaBytes }) },
      });
      return shown(await this.#require(tx, caller, id, 'read'));
    });
  }

  /** Nobody reaches it any more, until an administrator restores it. */
  remove(caller: Caller, id: string): Promise<void> {
    return this.#change((tx) => this.removeIn(tx, caller, id));
  }

  /** `remove` as part of a transaction with the lock `drives`. */
  async removeIn(tx: Tx, caller: Caller, id: string): Promise<void> {
    const { accounts, clock, files, audit } = this.#deps;
    const { ownerId } = await this.#require(tx, caller, id, 'manage');
    const now = clock.now();
    // A change in the drive either comes before the end or finds it closed.
    await files.lockTree(tx, ownerId);
    await store.setDriveDeleted(tx, ownerId, now);
    await accounts.driveOwners.setDisabled(tx, ownerId, now);
    await audit.record(tx, { action: 'drive.deleted', actor: caller, target: { kind: 'drive', id } });
  }

  /**
   * Locks the drives that a user manages, so that no other manager goes meanwhile. Call before anything else of a transaction; no
   * other drive is locked in it.
   */
  async lockManaged(tx: Tx, userId: number): Promise<void> {
    await tx.lock('drives');
    const managed = await listManagedBy(tx, userId, { alone: false });
    for (const ownerId of managed.map((drive) => drive.ownerId).toSorted((a, b) => a - b))
      await this.#deps.files.lockTree(tx, ownerId);
  }

  /** Drives of which a user is the only manager who can sign in, by name. */
  listManagedAlone(reader: Reader, userId: number): Promise<ManagedDriveRow[]> {
    return listManagedBy(reader, userId, { alone: true });
  }

  #mayCreate({ isAdmin }: Caller): boolean {
    const { policy } = this.#deps.config;
    return policy === 'everyone' || (policy === 'admins' && isAdmin);
  }

  async #require(reader: Reader, caller: Caller, id: string, action: Action): Promise<store.DriveFor> {
    const drive = await store.findDriveFor(reader, caller.userId, id);
    requireMay(caller.userId, drive, action, driveNotFound);
    return drive;
  }

  #change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#deps.database.write(async (tx) => {
      await tx.lock('drives');
      return work(tx);
    });
  }
}

export const nameTaken = (name: string): DomainError =>
  new DomainError('name_conflict', `There is another team drive with the name ${name}. Choose another one.`);

function requireAdmin({ isAdmin }: Caller): void {
  if (!isAdmin) throw new DomainError('access_denied', 'Only administrators set the quota of a team drive.');
}

/** The fields that members and administrators see. */
export const sharedFields = (row: store.DriveRow) => ({
  id: row.id,
  name: row.name,
  rootId: row.rootId,
  usedBytes: row.usedBytes,
  quotaBytes: row.quotaBytes,
  memberCount: row.memberCount,
  linkRole: row.linkRole,
  createdAt: isoTime(row.createdAt),
});

const toTeamDrive = ({ given, ...row }: store.DriveFor): TeamDrive | undefined =>
  given === null ? undefined : { ...sharedFields(row), role: given.role };

function shown(row: store.DriveFor): TeamDrive {
  const drive = toTeamDrive(row);
  if (drive === undefined) throw driveNotFound();
  return drive;
}
