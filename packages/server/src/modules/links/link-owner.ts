import {
  isoTime,
  optionalIsoTime,
  type PageRequest,
  type PageSlice,
  type Pagination,
  paginationOf,
  readPage,
} from '@drive/base';
import type { SharedKind } from '@drive/contract';
import { mayDo, type Owned } from '../../platform/access/index.ts';
import { changedNames } from '../../platform/audit/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Remember } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { LockableLink } from './link-lock.ts';
import { hashLinkOptions, type HashedLinkOptions, type LinkOptions } from './link-options.ts';
import { createLinkToken } from './link-token.ts';

export interface OwnedLink extends LockableLink {
  readonly id: string;
  readonly token: string;
  readonly name: string;
  /** items.id; null: it is for files, not for a folder. */
  readonly folderId: string | null;
  readonly ownerId: number;
  readonly expiresAt: number | null;
}

export interface OwnedLinkKind<Link extends OwnedLink, View> {
  readonly kind: 'collection' | 'proofing';
  /** Name of the kind in messages: `file request`. */
  readonly noun: string;
  readonly eventKind: SharedKind;
  urlOf(link: Link): string;
  readonly store: {
    find(reader: Reader, by: { readonly id: string } | { readonly token: string }): Promise<Link | undefined>;
    list(reader: Reader, ownerId: number, slice: PageSlice): Promise<Link[]>;
    count(reader: Reader, ownerId: number): Promise<number>;
    /** False if the link has ended already. */
    end(tx: Tx, rowId: number, now: number): Promise<boolean>;
  };
  /** `driveId`: owners.id of the team drive that it belongs to. */
  describe(reader: Reader, link: Link, driveId: string | null): Promise<View>;
  /** What `mayDo` asks for. */
  findAccess(reader: Reader, userId: number, link: Link): Promise<Owned>;
  /** owners.id of the team drive that an owner (owners.row_id) is; null: it is a user. */
  findDriveId(reader: Reader, ownerId: number): Promise<string | null>;
}

/** A link that is created. The kind says whose it is: the owner's of the folder. */
export interface NewLink {
  readonly id: string;
  readonly token: string;
  /** users.row_id */
  readonly createdBy: number;
  readonly createdAt: number;
}

export type LinkOwnerDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'audit' | 'events' | 'passwords'> & {
  readonly config: { readonly maxExpiryDays: number };
};

/** What owners, and those who may make links in their trees, do with links of one kind. */
export class LinkOwner<Link extends OwnedLink, View> {
  readonly #deps: LinkOwnerDeps;
  readonly #kind: OwnedLinkKind<Link, View>;

  constructor(deps: LinkOwnerDeps, kind: OwnedLinkKind<Link, View>) {
    this.#deps = deps;
    this.#kind = kind;
  }

  /** Throws `{kind}_not_found`, or `access_denied` if it belongs to another user. */
  async requireOwn(reader: Reader, userId: number, id: string): Promise<Link> {
    const { store, noun } = this.#kind;
    const link = await store.find(reader, { id });
    if (link === undefined) throw this.#notFound();
    if (!(await this.#isReached(reader, userId, link)))
      throw new DomainError('access_denied', `This ${noun} belongs to another user.`);
    return link;
  }

  async #isReached(reader: Reader, userId: number, link: Link): Promise<boolean> {
    return mayDo(userId, await this.#kind.findAccess(reader, userId, link), 'share');
  }

  /** `insert` writes the row; expiry and password hash are among `options`. */
  async create<Options extends LinkOptions>(
    userId: number,
    options: Options,
    remember: Remember<View>,
    insert: (tx: Tx, link: NewLink, options: HashedLinkOptions<Options>) => Promise<void>,
  ): Promise<View> {
    const { database, clock, random, audit } = this.#deps;
    const { kind } = this.#kind;
    const hashed = await hashLinkOptions(this.#deps, userId, options);
    return database.write(async (tx) => {
      const id = random.uuid();
      await insert(tx, { id, token: createLinkToken(random), createdBy: userId, createdAt: clock.now() }, hashed);
      const link = await this.requireOwn(tx, userId, id);
      const view = await this.#describe(tx, link);
      await audit.record(tx, {
        action: `${kind}.created`,
        actor: { userId },
        userId: link.ownerId,
        target: { kind, id },
        details: { hasPassword: link.passwordHash !== null, expiresAt: optionalIsoTime(link.expiresAt) },
      });
      this.#publish(tx, 'created', link);
      await remember(tx, view);
      return view;
    });
  }

  /** Newest first. */
  async list(ownerId: number, page: PageRequest): Promise<{ readonly views: View[]; readonly pagination: Pagination }> {
    const { reader } = this.#deps.database;
    const { store } = this.#kind;
    const views: View[] = [];
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => store.list(reader, ownerId, slice),
      ({ rowId }) => [rowId],
    );
    const driveId = await this.#kind.findDriveId(reader, ownerId);
    for (const link of rows) views.push(await this.#kind.describe(reader, link, driveId));
    return { views, pagination: paginationOf(page, await store.count(reader, ownerId), nextCursor) };
  }

  async get(userId: number, id: string): Promise<View> {
    const { reader } = this.#deps.database;
    return this.#describe(reader, await this.requireOwn(reader, userId, id));
  }

  /** Throws `{kind}_not_found` also if the link belongs to another user. */
  async getByToken(userId: number, token: string): Promise<View> {
    const { reader } = this.#deps.database;
    const link = await this.#kind.store.find(reader, { token });
    if (link === undefined || !(await this.#isReached(reader, userId, link))) throw this.#notFound();
    return this.#describe(reader, link);
  }

  async change<Options extends LinkOptions>(
    userId: number,
    id: string,
    options: Options,
    update: (tx: Tx, link: Link, options: HashedLinkOptions<Options>) => Promise<void>,
  ): Promise<View> {
    const { database, audit } = this.#deps;
    const { kind } = this.#kind;
    await this.requireOwn(database.reader, userId, id);
    const hashed = await hashLinkOptions(this.#deps, userId, options);
    return database.write(async (tx) => {
      await update(tx, await this.requireOwn(tx, userId, id), hashed);
      const link = await this.requireOwn(tx, userId, id);
      await audit.record(tx, {
        action: `${kind}.changed`,
        actor: { userId },
        userId: link.ownerId,
        target: { kind, id },
        details: { changed: changedNames(options) },
      });
      this.#publish(tx, 'updated', link);
      return this.#describe(tx, link);
    });
  }

  /** `onEnd` runs in the same transaction. */
  end(userId: number, id: string, onEnd: (tx: Tx, link: Link) => Promise<void> = async () => undefined): Promise<void> {
    const { database, clock, audit } = this.#deps;
    const { kind, store } = this.#kind;
    return database.write(async (tx) => {
      const link = await this.requireOwn(tx, userId, id);
      if (!(await store.end(tx, link.rowId, clock.now()))) throw this.#notFound();
      const { ownerId } = link;
      await audit.record(tx, {
        action: `${kind}.deleted`,
        actor: { userId },
        userId: ownerId,
        target: { kind, id },
      });
      this.#publish(tx, 'revoked', link);
      await onEnd(tx, link);
    });
  }

  async #describe(reader: Reader, link: Link): Promise<View> {
    return this.#kind.describe(reader, link, await this.#kind.findDriveId(reader, link.ownerId));
  }

  #publish(tx: Tx, change: 'created' | 'updated' | 'revoked', link: Link): void {
    const { clock, events } = this.#deps;
    const { eventKind: kind, urlOf } = this.#kind;
    const { token, folderId, name, ownerId: userId } = link;
    events.publish(tx, {
      type: `share.${change}`,
      userId,
      data: {
        share_token: token,
        kind,
        item_id: folderId,
        name,
        mode: null,
        url: urlOf(link),
        occurred_at: isoTime(clock.now()),
      },
      ...(folderId === null ? {} : { item: { id: folderId } }),
    });
  }

  #notFound(): DomainError {
    const { kind, noun } = this.#kind;
    return new DomainError(`${kind}_not_found`, `There is no such ${noun}.`);
  }
}
