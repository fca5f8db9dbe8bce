import {
  type MultiShare,
  type NewMultiShare,
  type NewShare,
  type ShareModeChange,
  type ShareNotifyChange,
  type UnlockAudit,
} from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Files } from '../../files/index.ts';
import { expiryOf, hashLinkOptions, hashLinkPassword, requireSlug } from '../../links/index.ts';
import { shareUrl } from '../share-descriptor.ts';
import {
  deleteSlug,
  findNewestMultiShare,
  findShare,
  insertSlug,
  lockShare,
  type ShareChange,
  type ShareRow,
} from '../share-store.ts';
import { createShare, type CreateShareDeps } from './create-share.ts';
import { changeShare, recordChange, removeFromMultiShare, revokeShare } from './share-changes.ts';
import { listListed } from './share-listing.ts';
import { readUnlockAudit } from './share-lock.ts';

export type OwnShareDeps = Pick<
  Ports,
  'database' | 'clock' | 'random' | 'passwords' | 'audit' | 'events' | 'baseUrl'
> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly config: CreateShareDeps['config'] & { readonly maxExpiryDays: number };
};

/** Names a share of an owner by its item or by its token. */
export type OwnShareKey =
  | { readonly kind: 'file' | 'folder'; readonly id: string }
  | { readonly kind: 'token'; readonly token: string };

type ItemKey = Extract<OwnShareKey, { readonly id: string }>;

export class OwnShares {
  readonly #deps: OwnShareDeps;

  constructor(deps: OwnShareDeps) {
    this.#deps = deps;
  }

  /** Throws `share_not_found` if it is not the owner's. */
  async get(ownerId: number, token: string): Promise<ShareRow> {
    const share = await this.#findOwn(this.#deps.database.reader, ownerId, { kind: 'token', token });
    if (share === undefined) throw noShareOfToken();
    return share;
  }

  /** Changes the fields that are present; clears a past expiry. Idempotent. `remember` runs in the same transaction. */
  async put(
    ownerId: number,
    item: ItemKey,
    options: NewShare,
    remember: (tx: Tx, share: ShareRow) => Promise<void>,
  ): Promise<ShareRow> {
    const { database, clock } = this.#deps;
    await this.#requireOwnItem(database.reader, ownerId, item);
    const now = clock.now();
    const fields = await this.#hashOptions(ownerId, options);
    return database.write(async (tx) => {
      await this.#requireOwnItem(tx, ownerId, item);
      const share = await this.#putShare(tx, ownerId, item.id, now, fields);
      await remember(tx, share);
      return share;
    });
  }

  /** Throws `share_not_found` if there is none. The token does not change. */
  setMode(ownerId: number, key: OwnShareKey, { shareMode, ...more }: ShareModeChange): Promise<ShareRow> {
    return this.#set(ownerId, key, { mode: shareMode, ...more }, noShareOfToken);
  }

  /** Also for items in the trash. Removes a file without its own share from its newest multi-share. */
  revoke(ownerId: number, key: OwnShareKey): Promise<void> {
    return this.#deps.database.write(async (tx) => {
      if (key.kind !== 'token') await this.#requireOwnItem(tx, ownerId, key, true);
      const own =
        key.kind === 'token' ? await this.#findOwn(tx, ownerId, key) : await findShare(tx, { itemId: key.id });
      if (own !== undefined) await revokeShare(this.#deps, tx, own);
      else if (key.kind === 'file') await removeFromMultiShare(this.#deps, tx, key.id);
    });
  }

  /** 0 and null mean never. */
  setExpiry(ownerId: number, key: OwnShareKey, days: number | null): Promise<ShareRow> {
    const { clock, config } = this.#deps;
    return this.#set(ownerId, key, { expiresAt: expiryOf(days, clock.now(), config.maxExpiryDays) });
  }

  setNotify(
    ownerId: number,
    key: OwnShareKey,
    { notifyOnDownload, notifyOnView, notifyPerRecipient }: ShareNotifyChange,
  ): Promise<ShareRow> {
    return this.#set(ownerId, key, {
      notifyOnDownload,
      notifyOnView: notifyOnView ?? undefined,
      notifyPerRecipient: notifyPerRecipient ?? undefined,
    });
  }

  async setPassword(ownerId: number, key: OwnShareKey, password: string | null): Promise<ShareRow> {
    const { database, passwords } = this.#deps;
    if ((await this.#findOwn(database.reader, ownerId, key)) === undefined) throw noActiveShare();
    const passwordHash =
      password === null ? null : await hashLinkPassword(passwords, password, { kind: 'user', userId: ownerId });
    return this.#set(ownerId, key, { passwordHash });
  }

  /** null or blank clears it. Throws `vanity_slug_taken`. */
  async setSlug(ownerId: number, key: OwnShareKey, text: string | null): Promise<ShareRow> {
    const { database } = this.#deps;
    if ((await this.#findOwn(database.reader, ownerId, key)) === undefined) throw noActiveShare();
    const slug = text === null || text.trim() === '' ? null : await requireSlug(text);
    return this.#change(ownerId, key, async (tx, share) => {
      if (slug === share.slug) return;
      if (!(await lockShare(tx, share.rowId))) throw noActiveShare();
      await deleteSlug(tx, share.rowId);
      if (slug !== null && !(await insertSlug(tx, share.rowId, slug)))
        throw new DomainError('vanity_slug_taken', 'This slug is taken. Choose another.');
      await recordChange(this.#deps, tx, share, 'slug');
    });
  }

  /** Empty if there is no active share. */
  async readUnlocks(ownerId: number, key: OwnShareKey): Promise<UnlockAudit> {
    const { database, clock } = this.#deps;
    const share = await this.#findOwn(database.reader, ownerId, key);
    if (share === undefined) return { recentEvents: [], failedLast24h: 0, bruteForceAlert: false };
    return readUnlockAudit(database.reader, share.rowId, clock.now());
  }

  /** Creates one link to several files of the owner, or throws before anything is written. */
  async createMulti(
    ownerId: number,
    { fileIds, ...options }: NewMultiShare,
    remember: (tx: Tx, answer: MultiShare) => Promise<void>,
  ): Promise<MultiShare> {
    const { database, baseUrl, clock } = this.#deps;
    await this.#requireOwnFiles(database.reader, ownerId, fileIds);
    const fields = await this.#hashOptions(ownerId, options);
    return database.write(async (tx) => {
      await this.#requireOwnFiles(tx, ownerId, fileIds);
      const mode = fields.mode ?? 'SHARED';
      const share = await createShare(this.#deps, tx, { ...fields, itemId: null, fileIds, ownerId, mode });
      if (share === undefined) throw new Error('a multi-share was not created');
      const answer = {
        shareToken: share.token,
        shareUrl: shareUrl(baseUrl, share),
        shareMode: mode,
        listed: (await listListed(this.#deps.files, tx, [share], clock.now())).has(share.rowId),
        fileCount: fileIds.length,
      };
      await remember(tx, answer);
      return answer;
    });
  }

  /** Throws `access_denied` if it belongs to another user. Items in the trash count as missing unless `orTrashed`. */
  async #requireOwnItem(reader: Reader, ownerId: number, { kind, id }: ItemKey, orTrashed = false) {
    const item = await this.#deps.files.findFile(reader, id);
    if (item === undefined || item.isFolder !== (kind === 'folder')) throw itemNotFound(kind);
    if (!mayDo(ownerId, item, 'share')) throw new DomainError('access_denied', `This ${kind} belongs to another user.`);
    if (item.state !== 'alive' && !(orTrashed && item.state === 'trashed')) throw itemNotFound(kind);
    return item;
  }

  /** The item's own share, or the newest multi-share of a file that has none. */
  async #findOwn(reader: Reader, ownerId: number, key: OwnShareKey): Promise<ShareRow | undefined> {
    if (key.kind === 'token') {
      const share = await findShare(reader, { token: key.token });
      if (!mayDo(ownerId, share, 'manage')) throw noShareOfToken();
      return share;
    }
    await this.#requireOwnItem(reader, ownerId, key);
    const own = await findShare(reader, { itemId: key.id });
    if (own !== undefined || key.kind === 'folder') return own;
    const rowId = await findNewestMultiShare(reader, key.id);
    return rowId === undefined ? undefined : findShare(reader, { rowId });
  }

  #change(
    ownerId: number,
    key: OwnShareKey,
    run: (tx: Tx, share: ShareRow) => Promise<unknown>,
    missing = noActiveShare,
  ): Promise<ShareRow> {
    return this.#deps.database.write(async (tx) => {
      const share = await this.#findOwn(tx, ownerId, key);
      if (share === undefined) throw missing();
      await run(tx, share);
      const changed = await findShare(tx, { rowId: share.rowId });
      if (changed === undefined) throw missing();
      return changed;
    });
  }

  #set(ownerId: number, key: OwnShareKey, fields: ShareChange, missing = noActiveShare): Promise<ShareRow> {
    return this.#change(ownerId, key, (tx, share) => changeShare(this.#deps, tx, share, fields), missing);
  }

  /** null equals an omitted field, unlike in a PATCH. */
  #hashOptions(ownerId: number, { shareMode, expiresInDays, password, ...rest }: NewShare) {
    return hashLinkOptions(this.#deps, ownerId, {
      ...rest,
      mode: shareMode,
      expiresInDays: expiresInDays ?? undefined,
      password: password ?? undefined,
    });
  }

  /** Creates or changes the item's share. Repeats if another transaction creates or revokes it meanwhile. */
  async #putShare(tx: Tx, ownerId: number, itemId: string, now: number, fields: ShareChange) {
    for (;;) {
      const share = await findShare(tx, { itemId });
      if (share === undefined) {
        const created = await createShare(this.#deps, tx, {
          ...fields,
          itemId,
          ownerId,
          mode: fields.mode ?? 'SHARED',
        });
        if (created !== undefined) return created;
        continue;
      }
      const hasExpired = share.expiresAt !== null && share.expiresAt <= now;
      await changeShare(
        this.#deps,
        tx,
        share,
        hasExpired ? { ...fields, expiresAt: fields.expiresAt ?? null } : fields,
      );
      const changed = await findShare(tx, { rowId: share.rowId });
      if (changed !== undefined) return changed;
    }
  }

  /** Reports missing files before files of anonymous users, and those before files of other users. */
  async #requireOwnFiles(reader: Reader, ownerId: number, fileIds: readonly string[]): Promise<void> {
    const { files, accounts } = this.#deps;
    const owners = new Set<number>();
    for (const id of fileIds) {
      const file = await files.findFile(reader, id);
      if (file === undefined || file.isFolder || file.state !== 'alive')
        throw new DomainError('file_not_found', `There is no file ${id}. Nothing was shared.`);
      owners.add(file.ownerId);
    }
    owners.delete(ownerId);
    for (const other of owners)
      if (await accounts.isAnonymous(reader, other))
        throw new DomainError('anonymous_file', 'A file that was uploaded anonymously can only be shared by itself.');
    if (owners.size > 0) throw new DomainError('access_denied', 'One of these files is not yours. Nothing was shared.');
  }
}

const itemNotFound = (kind: 'file' | 'folder'): DomainError =>
  new DomainError(`${kind}_not_found`, `You have no such ${kind}.`);

const noShareOfToken = (): DomainError => new DomainError('share_not_found', 'You have no such share.');

const noActiveShare = (): DomainError => new DomainError('no_active_share', 'This is not shared now. Share it first.');
