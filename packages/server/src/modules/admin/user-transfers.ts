import type { UserDeletion } from '@drive/contract';
import type { Caller } from '../../platform/access/index.ts';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { requireVouched, type Account, type Accounts } from '../accounts/index.ts';
import { folderNameFrom, type Files } from '../files/index.ts';
import { findDriveOwner } from './drive-owner-store.ts';

type Receiver = Pick<UserDeletion, 'toUserId' | 'driveId'>;

export interface UserTransfersDeps extends Pick<Ports, 'database'> {
  readonly accounts: Pick<Accounts, 'findUserById' | 'directory'>;
  readonly files: Pick<Files, 'changeTrees' | 'requireLocked' | 'findUsage' | 'transfers'>;
}

/** What becomes of the files of users who leave. */
export class UserTransfers {
  readonly #deps: UserTransfersDeps;

  constructor(deps: UserTransfersDeps) {
    this.#deps = deps;
    deps.files.transfers.onEmptied((tx, byUserId, id) =>
      deps.accounts.directory.removeDisabled(tx, { userId: byUserId }, { id }),
    );
  }

  /** Throws `user_not_found`, `drive_not_found`, `too_many_requests`, and `access_denied` if nobody has vouched for the receiver. */
  async start(caller: Caller, id: string, to: Receiver): Promise<{ readonly operationId: string }> {
    return this.#start(caller, await this.#requireUser(id), to, { deletes: false });
  }

  /**
   * Disables the account, and deletes it once it is empty. Throws as `start` does, and like the deletion of an account; then the
   * account stays as it is.
   */
  async startDeletion(caller: Caller, id: string, to: Receiver): Promise<{ readonly operationId: string }> {
    return this.#start(caller, await this.#requireUser(id), to, { deletes: true });
  }

  #start(
    caller: Caller,
    user: Account,
    receiver: Receiver,
    { deletes }: { readonly deletes: boolean },
  ): Promise<{ readonly operationId: string }> {
    const { accounts, files } = this.#deps;
    return files.changeTrees(caller.userId, async (tx) => {
      const to = await this.#requireReceiver(tx, user, receiver);
      for (const ownerId of [user.userId, to]) files.requireLocked(tx, ownerId);
      if (deletes) await accounts.directory.changeIn(tx, caller, { id: user.id }, { disabled: true });
      const { itemCount } = await files.findUsage(tx, user.userId);
      const transfer = {
        from: user.userId,
        to,
        folderName: folderNameFrom(user.name ?? '', user.email),
        deletes: deletes ? user.id : null,
      };
      return { operationId: await files.transfers.startTransfer(tx, caller, transfer, itemCount) };
    });
  }

  async #requireUser(id: string): Promise<Account> {
    const user = await this.#deps.accounts.findUserById(this.#deps.database.reader, id);
    if (user === undefined) throw userNotFound();
    return user;
  }

  /** owners.row_id */
  async #requireReceiver(reader: Reader, user: Account, { toUserId, driveId }: Receiver): Promise<number> {
    if (typeof driveId === 'string') {
      const ownerId = await findDriveOwner(reader, driveId);
      if (ownerId === undefined) throw new DomainError('drive_not_found', 'There is no such team drive.');
      return ownerId;
    }
    const to = await this.#deps.accounts.findUserById(reader, toUserId ?? '');
    if (to === undefined || to.disabledAt !== null) throw userNotFound();
    requireVouched(to);
    if (to.userId === user.userId) {
      const message = 'must be another user';
      throw new DomainError('validation_failed', `toUserId ${message}`, {
        issues: [{ field: 'toUserId', message, code: 'invalid' }],
      });
    }
    return to.userId;
  }
}

const userNotFound = (): DomainError => new DomainError('user_not_found', 'There is no such account.');
