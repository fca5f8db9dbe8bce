import { dayMs, isoTime } from '@drive/base';
import {
  limits,
  type AccountDeletion,
  type AccountDeletionPreview,
  type AccountDeletionRequest,
  type ManagedDrive,
} from '@drive/contract';
import type { Caller } from '../../platform/access/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { type Accounts, requireSession } from '../accounts/index.ts';
import { type Drives, listOtherMembers, type ManagedDriveRow } from '../drives/index.ts';
import type { Identity } from '../identity/index.ts';
import type { ItemAccess } from '../members/index.ts';
import { DeletionMails } from './deletion-mails.ts';
import { KeepToken } from './keep-token.ts';
import { countEnding } from './shared-things-store.ts';

export type AccountDeletionsDeps = Pick<
  Ports,
  'database' | 'clock' | 'jobs' | 'baseUrl' | 'instance' | 'secrets' | 'log'
> & {
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly identity: Pick<Identity, 'isManaged'>;
  readonly drives: Pick<Drives, 'listManagedAlone' | 'lockManaged' | 'removeIn'>;
  readonly access: Pick<ItemAccess, 'makeManager'>;
  readonly featureLimiter: FeatureLimiter;
  readonly config: {
    /** How long a deleted account can be kept after all (DRIVE_ACCOUNT_DELETION_DAYS). */
    readonly keptDays: number;
    readonly sweepMs: number;
    /** Whether everybody finds every user (DRIVE_DIRECTORY=on). If not, a preview names no members of groups. */
    readonly namesEverybody: boolean;
  };
};

type Choice = NonNullable<AccountDeletionRequest['drives']>[number];

const accountsAtOnce = 16;

export class AccountDeletions {
  readonly #deps: AccountDeletionsDeps;
  readonly #mails: DeletionMails;
  readonly #token: KeepToken;

  constructor(deps: AccountDeletionsDeps) {
    this.#deps = deps;
    this.#token = new KeepToken(deps.secrets);
    this.#mails = new DeletionMails({ ...deps, token: this.#token });
    deps.jobs.every('account-deletion.due', deps.config.sweepMs, ({ signal }) => this.#eraseDue(signal));
  }

  async preview(caller: Caller): Promise<AccountDeletionPreview> {
    const { database, accounts, drives, config } = this.#deps;
    const { reader, workerReader } = database;
    const { userId } = caller;
    const alone = await drives.listManagedAlone(reader, userId);
    const directOnly = !(config.namesEverybody || caller.isAdmin);
    return {
      keptDays: config.keptDays,
      needsPassword: (await accounts.findSignInWays(reader, userId)).hasPassword,
      obstacle: await this.#findObstacle(reader, caller),
      ends: await countEnding(workerReader, userId, this.#deps.clock.now()),
      drives: await Promise.all(alone.map((drive) => toManagedDrive(reader, drive, { userId, directOnly }))),
    };
  }

  /**
   * Throws `access_denied`, `reauthentication_required`, `invalid_credentials`, `last_admin`, `last_manager` and `user_not_found`;
   * then nothing changes.
   */
  async start(caller: Caller, { password, drives: choices = [] }: AccountDeletionRequest): Promise<AccountDeletion> {
    const { database, accounts, clock, config, drives, featureLimiter } = this.#deps;
    requireSession(caller);
    await featureLimiter.consume('accountDeletion', `user ${caller.userId}`);
    await accounts.requireRecent(caller);
    await accounts.requirePassword(caller, password);
    if ((await this.#findObstacle(database.reader, caller)) === 'managed') throw managed();
    const { email: to, language } = await accounts.requireAccount(database.reader, caller.userId);
    const now = clock.now();
    const deletesAt = now + config.keptDays * dayMs;
    await database.write(async (tx) => {
      await drives.lockManaged(tx, caller.userId);
      await this.#settleDrives(tx, caller, choices ?? []);
      await accounts.directory.leave(tx, caller, deletesAt);
      if (deletesAt > now) await this.#mails.requested(tx, { id: caller.accountId, deletesAt, to });
      else await this.#mails.deleted(tx, { to, language });
    });
    return { deletesAt: isoTime(deletesAt) };
  }

  /** Whether the link of the email still keeps an account. */
  async isKept(token: string): Promise<boolean> {
    const kept = this.#token.read(token);
    const account = kept && (await this.#deps.accounts.findUserById(this.#deps.database.reader, kept.id));
    return account !== undefined && account.deletesAt === kept?.deletesAt;
  }

  /** False if the link keeps nothing any more. */
  async keep(token: string): Promise<boolean> {
    const kept = this.#token.read(token);
    if (kept === undefined) return false;
    return this.#deps.database.write((tx) => this.#deps.accounts.directory.keep(tx, kept));
  }

  async #findObstacle(reader: Reader, caller: Caller): Promise<AccountDeletionPreview['obstacle']> {
    const { accounts, identity } = this.#deps;
    if (await identity.isManaged(reader, caller.userId)) return 'managed';
    return (await accounts.directory.mayLeave(reader, caller)) ? null : 'last_admin';
  }

  /** Call with the managed drives locked. */
  async #settleDrives(tx: Tx, caller: Caller, choices: readonly Choice[]): Promise<void> {
    const { accounts, drives, access } = this.#deps;
    const alone = await drives.listManagedAlone(tx, caller.userId);
    const open = alone.filter(({ id }) => choices.every(({ driveId }) => driveId !== id));
    if (open.length > 0) throw lastManager(open);
    for (const drive of alone) {
      const managerId = choices.find(({ driveId }) => driveId === drive.id)?.managerId ?? null;
      if (managerId === null) {
        await drives.removeIn(tx, caller, drive.id);
        continue;
      }
      const { rootRowId } = drive;
      const members = await listOtherMembers(tx, { rootRowId, userId: caller.userId, limit: 1, onlyId: managerId });
      const user = await accounts.findUserById(tx, managerId);
      if (user === undefined || members.length === 0)
        throw new DomainError('user_not_found', `There is no such member of the team drive ${drive.name}.`);
      await access.makeManager(tx, caller, drive.rootId, user);
    }
  }

  async #eraseDue(signal: AbortSignal): Promise<void> {
    const { database, accounts } = this.#deps;
    for (;;) {
      const ids = await accounts.directory.listLeft(accountsAtOnce);
      for (const id of ids) {
        signal.throwIfAborted();
        await database.write(async (tx) => {
          const account = await accounts.directory.removeLeft(tx, id);
          if (account !== undefined) await this.#mails.deleted(tx, { to: account.email, language: account.language });
        });
      }
      if (ids.length < accountsAtOnce) return;
    }
  }
}

async function toManagedDrive(
  reader: Reader,
  drive: ManagedDriveRow,
  others: { readonly userId: number; readonly directOnly: boolean },
): Promise<ManagedDrive> {
  const { id, name, memberCount, rootRowId } = drive;
  return {
    id,
    name,
    memberCount,
    members: await listOtherMembers(reader, { rootRowId, ...others, limit: limits.listedMembers }),
  };
}

const managed = (): DomainError =>
  new DomainError(
    'access_denied',
    'An identity provider manages this account. Ask its administrator, or one of this server, to delete it.',
  );

const lastManager = (drives: readonly ManagedDriveRow[]): DomainError =>
  new DomainError(
    'last_manager',
    `Nobody else manages ${drives.map(({ name }) => name).join(', ')}. Name a member who becomes the manager, or delete the drive.`,
    { details: { driveIds: drives.map(({ id }) => id) } },
  );
