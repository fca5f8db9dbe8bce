import { optionalIsoTime } from '@drive/base';
import type { PublicCollection } from '@drive/contract';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { limitGuesses } from '../links/index.ts';
import type { ReceivingLink } from '../visitor-uploads/index.ts';
import { collectionStore, isFull, type CollectionRow } from './collection-store.ts';

export type CollectionVisitorDeps = Pick<Ports, 'database' | 'clock'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly featureLimiter: FeatureLimiter;
};

/** A file request that can be opened. It may be full or locked. */
export type OpenCollection = CollectionRow & ReceivingLink;

export class CollectionVisitor {
  readonly #deps: CollectionVisitorDeps;

  constructor(deps: CollectionVisitorDeps) {
    this.#deps = deps;
  }

  /** `too_many_requests` after 40 wrong tokens a minute from one network. */
  open(token: string, clientNetwork: string): Promise<OpenCollection> {
    const { featureLimiter, database } = this.#deps;
    return limitGuesses(featureLimiter, clientNetwork, () => this.requireOpen(database.reader, token));
  }

  describe(collection: OpenCollection, isUnlocked: boolean): PublicCollection {
    const { token, passwordHash, expiresAt, name, message, owner, mostBytes, allowedTypes, requireName } = collection;
    const shown = { token, passwordProtected: passwordHash !== null, expiresAt: optionalIsoTime(expiresAt) };
    if (!isUnlocked) return { ...shown, locked: true };
    return {
      ...shown,
      locked: false,
      name,
      message,
      ownerName: owner.name,
      full: collection.isFull,
      maxFileBytes: mostBytes,
      allowedTypes: allowedTypes === null ? null : [...allowedTypes],
      requireName,
    };
  }

  /** Throws `collection_not_found` and `collection_expired`. */
  async requireOpen(reader: Reader, token: string): Promise<OpenCollection> {
    const { accounts, files, clock } = this.#deps;
    const row = await collectionStore.find(reader, { token });
    const owner = row && (await accounts.findLinkHolder(reader, row.ownerId));
    const folder = row && (await files.findFolder(reader, row.ownerId, row.folderId));
    if (row === undefined || owner === undefined || folder === undefined)
      throw new DomainError('collection_not_found', 'There is nothing at this link.');
    if (row.expiresAt !== null && row.expiresAt <= clock.now())
      throw new DomainError('collection_expired', 'This file request has ended.');
    const { maxFileBytes } = accounts.limitsOf(owner);
    return {
      ...row,
      owner,
      folderRowId: folder.rowId,
      mostBytes: Math.min(row.maxFileBytes ?? Infinity, maxFileBytes),
      isFull: isFull(row),
    };
  }
}
