import { limits, type NewShare, type ShareModeChange, type ShareNotifyChange, type UnlockAudit } from '@drive/contract';
import { dayMs, isoTime } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Files } from '../files/index.ts';
import { expiryOf, hashLinkPassword, requireSlug } from '../links/index.ts';
import { mintShare, type MintingDeps } from './minting.ts';
import { recordChanged, recordOtherwiseChanged } from './share-records.ts';
import type { ShareRow } from './share-row.ts';
import { hashShareOptions, type ShareOptionsDeps } from './share-options.ts';
import {
  changeShare,
  deleteSlug,
  findNewestMultiShare,
  findShare,
  insertSlug,
  lockShare,
  readUnlockTally,
  type ShareChange,
} from './store.ts';
import { takeBack, takeOut } from './taking-back.ts';

export interface OwnShareDeps extends ShareOptionsDeps, MintingDeps {
  readonly database: Database;
  readonly files: Files;
}

/** Which share an owner speaks of: that of an item, or any by its token. */
export type OwnShareKey =
  | { readonly kind: 'file' | 'folder'; readonly id: string }
  | { readonly kind: 'token'; readonly token: string };

/** What an owner does with a share. */
export interface OwnShares {
  /** `share_not_found` where it is none of the owner's. */
  get(ownerId: number, token: string): Promise<ShareRow>;
  /**
   * Idempotent: only the fields that are present change, and a lapsed expiry goes. `remember` is told of it in the same
   * transaction.
   */
  put(
    ownerId: number,
    item: ItemKey,
    wanted: NewShare,
    remember: (tx: Tx, share: ShareRow) => Promise<void>,
  ): Promise<ShareRow>;
  /** `share_not_found` where there is none. The token stays, whatever the mode. */
  setMode(ownerId: number, key: OwnShareKey, change: ShareModeChange): Promise<ShareRow>;
  /** Also of an item in the trash, and where there is none. A file is taken out of a share of several instead. */
  revoke(ownerId: number, key: OwnShareKey): Promise<void>;
  /** 0 days and null: never. */
  setExpiry(ownerId: number, key: OwnShareKey, days: number | null): Promise<ShareRow>;
  setNotify(ownerId: number, key: OwnShareKey, change: ShareNotifyChange): Promise<ShareRow>;
  /** null clears it. */
  setPassword(ownerId: number, key: OwnShareKey, password: string | null): Promise<ShareRow>;
  /** null or blank clears it; `vanity_slug_taken` where it leads elsewhere. */
  setSlug(ownerId: number, key: OwnShareKey, slug: string | null): Promise<ShareRow>;
  /** Empty where no share is active. */
  readUnlocks(ownerId: number, key: OwnShareKey): Promise<UnlockAudit>;
}
type ItemKey = Extract<OwnShareKey, { readonly id: string }>;

export function createOwnShares(deps: OwnShareDeps): OwnShares {
  const { database, clock, files, passwords, audit, config } = deps;

  /** `access_denied` where it is another's; alive, or for taking a share back also in the trash. */
  const requireOwnItem = async (reader: Reader, ownerId: number, { kind, id }: ItemKey, orTrashed = false) => {
    const item = await files.findFile(reader, id);
    if (item === undefined || item.isFolder !== (kind === 'folder')) throw itemNotFound(kind);
    if (item.ownerId !== ownerId) throw new DomainError('access_denied', `This ${kind} is not yours.`);
    if (item.state !== 'alive' && !(orTrashed && item.state === 'trashed')) throw itemNotFound(kind);
    return item;
  };

  /** The item's own share; where a file has none, the newest of several files that it is among. */
  const findOwn = async (reader: Reader, ownerId: number, key: OwnShareKey): Promise<ShareRow | undefined> => {
    if (key.kind === 'token') {
      const share = await findShare(reader, { token: key.token });
      if (share === undefined || share.ownerId !== ownerId) throw noShareOfToken();
      return share;
    }
    await requireOwnItem(reader, ownerId, key);
    const own = await findShare(reader, { itemId: key.id });
    if (own !== undefined || key.kind === 'folder') return own;
    const rowId = await findNewestMultiShare(reader, key.id);
    return rowId === undefined ? undefined : findShare(reader, { rowId });
  };

  /** Runs on the share that is spoken of, and answers what it is then. */
  const change = (
    ownerId: number,
    key: OwnShareKey,
    run: (tx: Tx, share: ShareRow) => Promise<unknown>,
    missing = noActiveShare,
  ): Promise<ShareRow> =>
    database.write(async (tx) => {
      const share = await findOwn(tx, ownerId, key);
      if (share === undefined) throw missing();
      await run(tx, share);
      const changed = await findShare(tx, { rowId: share.rowId });
      if (changed === undefined) throw missing();
      return changed;
    });
  const set = (ownerId: number, key: OwnShareKey, what: ShareChange, missing = noActiveShare): Promise<ShareRow> =>
    change(
      ownerId,
      key,
      async (tx, share) => {
        if (await changeShare(tx, share.rowId, what)) await recordChanged(audit, tx, share, what);
      },
      missing,
    );

  /** The item's share as it is wished for, whatever others do with it at once. */
  const putShare = async (tx: Tx, ownerId: number, itemId: string, now: number, wishes: ShareChange) => {
    for (;;) {
      const share = await findShare(tx, { itemId });
      if (share === undefined) {
        const mode = wishes.mode ?? 'SHARED';
        const minted = await mintShare(deps, tx, { ...wishes, itemId, ownerId, mode });
        if (minted !== undefined) return minted;
        continue;
      }
      const lapsed = share.expiresAt !== null && share.expiresAt <= now;
      const what = lapsed ? { ...wishes, expiresAt: wishes.expiresAt ?? null } : wishes;
      await changeShare(tx, share.rowId, what);
      const changed = await findShare(tx, { rowId: share.rowId });
      if (changed === undefined) continue;
      await recordChanged(audit, tx, share, what);
      return changed;
    }
  };

  return {
    get: async (ownerId, token) => {
      const share = await findOwn(database.reader, ownerId, { kind: 'token', token });
      if (share === undefined) throw noShareOfToken();
      return share;
    },

    put: async (ownerId, item, wanted, remember) => {
      await requireOwnItem(database.reader, ownerId, item);
      const now = clock.now();
      const wishes = await hashShareOptions(deps, ownerId, wanted);
      return database.write(async (tx) => {
        await requireOwnItem(tx, ownerId, item);
        const share = await putShare(tx, ownerId, item.id, now, wishes);
        await remember(tx, share);
        return share;
      });
    },

    setMode: (ownerId, key, { shareMode, ...more }) => set(ownerId, key, { mode: shareMode, ...more }, noShareOfToken),

    revoke: (ownerId, key) =>
      database.write(async (tx) => {
        if (key.kind !== 'token') await requireOwnItem(tx, ownerId, key, true);
        const own = key.kind === 'token' ? await findOwn(tx, ownerId, key) : await findShare(tx, { itemId: key.id });
        if (own !== undefined) await takeBack(deps, tx, own);
        else if (key.kind === 'file') await takeOut(deps, tx, key.id);
      }),

    setExpiry: (ownerId, key, days) =>
      set(ownerId, key, { expiresAt: expiryOf(days, clock.now(), config.maxExpiryDays) }),

    setNotify: (ownerId, key, { notifyOnDownload, notifyOnView, notifyPerRecipient }) =>
      set(ownerId, key, {
        notifyOnDownload,
        notifyOnView: notifyOnView ?? undefined,
        notifyPerRecipient: notifyPerRecipient ?? undefined,
      }),

    setPassword: async (ownerId, key, password) => {
      if ((await findOwn(database.reader, ownerId, key)) === undefined) throw noActiveShare();
      const passwordHash =
        password === null ? null : await hashLinkPassword(passwords, password, { kind: 'user', userId: ownerId });
      return set(ownerId, key, { passwordHash });
    },

    setSlug: async (ownerId, key, wanted) => {
      if ((await findOwn(database.reader, ownerId, key)) === undefined) throw noActiveShare();
      const slug = wanted === null || wanted.trim() === '' ? null : await requireSlug(wanted);
      return change(ownerId, key, async (tx, share) => {
        if (slug === share.slug) return;
        if (!(await lockShare(tx, share.rowId))) throw noActiveShare();
        await deleteSlug(tx, share.rowId);
        if (slug !== null && !(await insertSlug(tx, share.rowId, slug)))
          throw new DomainError('vanity_slug_taken', 'Another link has this name. Choose another.');
        await recordOtherwiseChanged(audit, tx, share, 'slug');
      });
    },

    readUnlocks: async (ownerId, key) => {
      const share = await findOwn(database.reader, ownerId, key);
      if (share === undefined) return { recentEvents: [], failedLast24h: 0, bruteForceAlert: false };
      const since = clock.now() - dayMs;
      const tally = await readUnlockTally(database.reader, share.rowId, { recent: limits.unlockEvents, since });
      return {
        recentEvents: tally.recent.map(({ createdAt, result }) => ({ createdAt: isoTime(createdAt), result })),
        failedLast24h: tally.failures,
        bruteForceAlert: tally.failures >= limits.bruteForceFailures,
      };
    },
  };
}

const itemNotFound = (kind: 'file' | 'folder'): DomainError =>
  new DomainError(`${kind}_not_found`, `There is no such ${kind} among yours.`);

const noShareOfToken = (): DomainError => new DomainError('share_not_found', 'There is no such share among yours.');

const noActiveShare = (): DomainError => new DomainError('no_active_share', 'This is not shared now. Share it first.');
