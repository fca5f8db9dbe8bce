import {
  limits,
  type FolderShareModeChange,
  type ListedShare,
  type MultiShare,
  type NewFolderShare,
  type NewItemLink,
  type NewMultiShare,
  type ShareChange as ShareChangeBody,
  type ShareNotifyChange,
  type UnlockAudit,
} from '@drive/contract';
import { mayDo, requireMay } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Files } from '../../files/index.ts';
import { expiryOf, hashLinkOptions, hashLinkPassword, requireSlug } from '../../links/index.ts';
import { listLinksOf, lockLinksOf } from '../item-link-store.ts';
import { hasFile } from '../open-share.ts';
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
import { changeShare, recordChange, removeFromMultiShare, revokeLinksOf, revokeShare } from './share-changes.ts';
import { findListedShare, listLinksOfItem, listListed } from './share-listing.ts';
import { readUnlockAudit } from './share-lock.ts';
import { mayShareAllOf, requireFilesOfOne } from './shared-items-right.ts';

export type OwnShareDeps = Pick<
  Ports,
  'database' | 'clock' | 'random' | 'passwords' | 'audit' | 'events' | 'baseUrl'
> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly config: CreateShareDeps['config'] & { readonly maxExpiryDays: number };
  readonly endReservations: CreateShareDeps['endReservations'];
};

/** Names a share, of its owner or of an item that a user manages, by its item or by its token. */
export type OwnShareKey =
  | { readonly kind: 'file' | 'folder' | 'item'; readonly id: string }
  | { readonly kind: 'token'; readonly token: string };

type ItemKey = Extract<OwnShareKey, { readonly id: string }>;

export class OwnShares {
  readonly #deps: OwnShareDeps;

  constructor(deps: OwnShareDeps) {
    this.#deps = deps;
  }

  /** Throws `share_not_found` if it is not the owner's. */
  async get(userId: number, token: string): Promise<ShareRow> {
    const share = await this.#findOwn(this.#deps.database.reader, userId, { kind: 'token', token });
    if (share === undefined) throw noShareOfToken();
    return share;
  }

  /** Changes the fields that are present; clears a past expiry. Idempotent. `remember` runs in the same transaction. */
  async put(
    userId: number,
    item: ItemKey,
    options: NewFolderShare,
    remember: (tx: Tx, share: ShareRow) => Promise<void>,
  ): Promise<ShareRow> {
    const { database, clock, files } = this.#deps;
    const { ownerId: tree } = await this.#requireItem(database.reader, userId, item);
    const now = clock.now();
    const fields = await this.#hashOptions(userId, options);
    const putIn = async (tx: Tx): Promise<ShareRow> => {
      const { ownerId } = await this.#requireToShare(tx, userId, item);
      const share = await this.#putShare(tx, ownerId, item.id, now, fields);
      await remember(tx, share);
      return share;
    };
    return files.changeTrees(userId, putIn, { tree });
  }

  /** Throws `share_not_found` if there is none. The token does not change. */
  setMode(userId: number, key: OwnShareKey, { shareMode, ...more }: FolderShareModeChange): Promise<ShareRow> {
    return this.#set(userId, key, { mode: shareMode, ...more }, noShareOfToken);
  }

  /**
   * A token: that share. An item, also in the trash: all of its links; a file that has none is removed from its newest
   * multi-share.
   */
  revoke(userId: number, key: OwnShareKey): Promise<void> {
    return this.#deps.database.write(async (tx) => {
      if (key.kind === 'token') {
        const own = await this.#findOwn(tx, userId, key);
        if (own !== undefined) await revokeShare(this.#deps, tx, own);
        return;
      }
      await this.#requireItem(tx, userId, key, true);
      if (await revokeLinksOf(this.#deps, tx, key.id)) return;
      if (key.kind === 'file') await removeFromMultiShare(this.#deps, tx, key.id);
    });
  }

  /** All links of an item, oldest first. */
  async listLinks(userId: number, id: string): Promise<ListedShare[]> {
    const { reader } = this.#deps.database;
    await this.#requireItem(reader, userId, { kind: 'item', id });
    return listLinksOfItem(this.#deps, reader, id);
  }

  /** Adds a link to those that the item has. `remember` runs in the same transaction. Throws `link_limit_reached`. */
  async addLink(
    userId: number,
    id: string,
    { label, slug: text, ...options }: NewItemLink,
    remember: (tx: Tx, answer: ListedShare) => Promise<void>,
  ): Promise<ListedShare> {
    const { database, files } = this.#deps;
    const { ownerId: tree } = await this.#requireItem(database.reader, userId, { kind: 'item', id });
    const fields = { ...(await this.#hashOptions(userId, options)), label };
    const slug = await slugOf(text ?? null);
    const addIn = async (tx: Tx): Promise<ListedShare> => {
      const { ownerId, isFolder } = await this.#requireToShare(tx, userId, { kind: 'item', id });
      requireFolderToReceive(isFolder, fields);
      await lockLinksOf(tx, id);
      const { length } = await listLinksOf(tx, id);
      if (length >= limits.linksPerItem)
        throw new DomainError('link_limit_reached', `This has ${length} links. Revoke one of them first.`);
      const link = { ...fields, itemId: id, ownerId, mode: fields.mode ?? 'SHARED' };
      // Its first link is a further one if another request makes the first at the same time.
      const share =
        (length === 0 ? await createShare(this.#deps, tx, link) : undefined) ??
        (await createShare(this.#deps, tx, { ...link, isFurther: true }));
      if (share === undefined) throw new Error('a further link was not created');
      if (slug !== null) await this.#setSlugOf(tx, share, slug);
      const answer = await findListedShare(this.#deps, tx, { ownerId, token: share.token });
      if (answer === undefined) throw new Error('the created link is not listed');
      await remember(tx, answer);
      return answer;
    };
    return files.changeTrees(userId, addIn, { tree });
  }

  /** Omitted fields do not change. Throws `share_not_found`, `vanity_slug_taken`. */
  async update(
    userId: number,
    token: string,
    { shareMode, slug: text, ...options }: ShareChangeBody,
  ): Promise<ShareRow> {
    const key = { kind: 'token', token } as const;
    await this.#findOwn(this.#deps.database.reader, userId, key);
    const fields = await hashLinkOptions(this.#deps, userId, { ...options, mode: shareMode });
    const slug = text === undefined ? undefined : await slugOf(text);
    return this.#change(
      userId,
      key,
      async (tx, share) => {
        await this.#requireReceivable(tx, share, fields);
        await this.#requireCover(tx, share, fields);
        if (!(await changeShare(this.#deps, tx, share, fields))) throw noShareOfToken();
        if (slug !== undefined) await this.#setSlugOf(tx, share, slug);
      },
      noShareOfToken,
    );
  }

  /** 0 and null mean never. */
  setExpiry(userId: number, key: OwnShareKey, days: number | null): Promise<ShareRow> {
    const { clock, config } = this.#deps;
    return this.#set(userId, key, { expiresAt: expiryOf(days, clock.now(), config.maxExpiryDays) });
  }

  setNotify(
    userId: number,
    key: OwnShareKey,
    { notifyOnDownload, notifyOnView, notifyPerRecipient }: ShareNotifyChange,
  ): Promise<ShareRow> {
    return this.#set(userId, key, {
      notifyOnDownload,
      notifyOnView: notifyOnView ?? undefined,
      notifyPerRecipient: notifyPerRecipient ?? undefined,
    });
  }

  async setPassword(userId: number, key: OwnShareKey, password: string | null): Promise<ShareRow> {
    const { database, passwords } = this.#deps;
    if ((await this.#findOwn(database.reader, userId, key)) === undefined) throw noActiveShare();
    const passwordHash =
      password === null ? null : await hashLinkPassword(passwords, password, { kind: 'user', userId });
    return this.#set(userId, key, { passwordHash });
  }

  /** null or blank clears it. Throws `vanity_slug_taken`. */
  async setSlug(userId: number, key: OwnShareKey, text: string | null): Promise<ShareRow> {
    const { database } = this.#deps;
    if ((await this.#findOwn(database.reader, userId, key)) === undefined) throw noActiveShare();
    const slug = await slugOf(text);
    return this.#change(userId, key, (tx, share) => this.#setSlugOf(tx, share, slug));
  }

  /** Empty if there is no active share. */
  async readUnlocks(userId: number, key: OwnShareKey): Promise<UnlockAudit> {
    const { database, clock } = this.#deps;
    const share = await this.#findOwn(database.reader, userId, key);
    if (share === undefined) return { recentEvents: [], failedLast24h: 0, bruteForceAlert: false };
    return readUnlockAudit(database.reader, share.rowId, clock.now());
  }

  /** Creates one link to several files of one owner, or throws before anything is written. */
  async createMulti(
    userId: number,
    { fileIds, ...options }: NewMultiShare,
    remember: (tx: Tx, answer: MultiShare) => Promise<void>,
  ): Promise<MultiShare> {
    const { database, baseUrl, clock, files } = this.#deps;
    const tree = await requireFilesOfOne(this.#deps, database.reader, userId, fileIds);
    const fields = await this.#hashOptions(userId, options);
    const createIn = async (tx: Tx): Promise<MultiShare> => {
      const ownerId = await requireFilesOfOne(this.#deps, tx, userId, fileIds);
      files.requireLocked(tx, ownerId);
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
    };
    return files.changeTrees(userId, createIn, { tree });
  }

  /** An item that is about to get a link. A move to another owner, which ends those that it finds, waits for that or comes first. */
  async #requireToShare(tx: Tx, userId: number, key: ItemKey) {
    const item = await this.#requireItem(tx, userId, key);
    this.#deps.files.requireLocked(tx, item.ownerId);
    return item;
  }

  /**
   * Throws `access_denied` if it belongs to another user who did not make this one a manager of it. Items in the trash count as missing
   * unless `orTrashed`.
   */
  async #requireItem(reader: Reader, userId: number, { kind, id }: ItemKey, orTrashed = false) {
    const item = await this.#deps.files.findFile(reader, id, userId);
    if (item === undefined || (kind !== 'item' && item.isFolder !== (kind === 'folder'))) throw itemNotFound(kind);
    requireMay(userId, item, 'share', () =>
      kind === 'item' ? itemNotFound(kind) : new DomainError('access_denied', `This ${kind} belongs to another user.`),
    );
    if (item.state !== 'alive' && !(orTrashed && item.state === 'trashed')) throw itemNotFound(kind);
    return item;
  }

  /** The item's own share, or the newest multi-share of a file that has none, which is for who may share all its files. */
  async #findOwn(reader: Reader, userId: number, key: OwnShareKey): Promise<ShareRow | undefined> {
    if (key.kind === 'token') {
      const share = await findShare(reader, { token: key.token });
      if (share === undefined || !(await this.#isOwn(reader, userId, share))) throw noShareOfToken();
      return share;
    }
    await this.#requireItem(reader, userId, key);
    const own = await findShare(reader, { itemId: key.id });
    if (own !== undefined || key.kind === 'folder') return own;
    const rowId = await findNewestMultiShare(reader, key.id);
    const share = rowId === undefined ? undefined : await findShare(reader, { rowId });
    return share !== undefined && (await this.#isOwn(reader, userId, share)) ? share : undefined;
  }

  /** Whether it is the user's, or that of items of which the user is a manager. */
  async #isOwn(reader: Reader, userId: number, share: ShareRow): Promise<boolean> {
    const isOwn: boolean = mayDo(userId, share, 'manage');
    return isOwn || mayShareAllOf(this.#deps, reader, userId, share);
  }

  /** null: none. */
  async #setSlugOf(tx: Tx, share: ShareRow, slug: string | null): Promise<void> {
    if (slug === share.slug) return;
    if (!(await lockShare(tx, share.rowId))) throw noActiveShare();
    await deleteSlug(tx, share.rowId);
    if (slug !== null && !(await insertSlug(tx, share.rowId, slug)))
      throw new DomainError('vanity_slug_taken', 'This slug is taken. Choose another.');
    await recordChange(this.#deps, tx, share, 'slug');
  }

  /** Throws `validation_failed` if visitors are to add files to something that is no folder. */
  async #requireReceivable(reader: Reader, { itemId }: ShareRow, fields: Pick<ShareChange, 'allowUpload'>) {
    if (fields.allowUpload !== true) return;
    const item = itemId === null ? undefined : await this.#deps.files.findFile(reader, itemId);
    requireFolderToReceive(item?.isFolder === true, fields);
  }

  /** Throws `validation_failed` if the cover is no file of what is shared, or what is shared is a single file. */
  async #requireCover(reader: Reader, share: ShareRow, { coverItemId }: Pick<ShareChange, 'coverItemId'>) {
    if (coverItemId === undefined || coverItemId === null) return;
    if (await hasFile(this.#deps, reader, share, coverItemId)) return;
    const message = 'must be a file of the shared folder or files';
    throw new DomainError('validation_failed', `coverItemId ${message}.`, {
      issues: [{ field: 'coverItemId', message, code: 'invalid' }],
    });
  }

  #change(
    userId: number,
    key: OwnShareKey,
    run: (tx: Tx, share: ShareRow) => Promise<unknown>,
    missing = noActiveShare,
  ): Promise<ShareRow> {
    return this.#deps.database.write(async (tx) => {
      const share = await this.#findOwn(tx, userId, key);
      if (share === undefined) throw missing();
      await run(tx, share);
      const changed = await findShare(tx, { rowId: share.rowId });
      if (changed === undefined) throw missing();
      return changed;
    });
  }

  #set(userId: number, key: OwnShareKey, fields: ShareChange, missing = noActiveShare): Promise<ShareRow> {
    return this.#change(userId, key, (tx, share) => changeShare(this.#deps, tx, share, fields), missing);
  }

  /** null equals an omitted field, unlike in a PATCH. */
  #hashOptions(userId: number, { shareMode, expiresInDays, password, ...rest }: NewFolderShare) {
    return hashLinkOptions(this.#deps, userId, {
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
}

const itemNotFound = (kind: 'file' | 'folder' | 'item'): DomainError =>
  kind === 'item'
    ? new DomainError('file_not_found', 'You have no such file or folder.')
    : new DomainError(`${kind}_not_found`, `You have no such ${kind}.`);

/** null and blank mean none. */
const slugOf = async (text: string | null): Promise<string | null> =>
  text === null || text.trim() === '' ? null : await requireSlug(text);

function requireFolderToReceive(isFolder: boolean, { allowUpload }: Pick<ShareChange, 'allowUpload'>): void {
  if (allowUpload !== true || isFolder) return;
  const message = 'is only for the link of a folder';
  throw new DomainError('validation_failed', `allowUpload ${message}.`, {
    issues: [{ field: 'allowUpload', message, code: 'invalid' }],
  });
}

const noShareOfToken = (): DomainError => new DomainError('share_not_found', 'You have no such share.');

const noActiveShare = (): DomainError => new DomainError('no_active_share', 'This is not shared now. Share it first.');
