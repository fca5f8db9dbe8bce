import { optionalIsoTime, type PageRequest, type PageSlice, paginationOf, readPage } from '@drive/base';
import { mayDo } from '../../platform/access/index.ts';
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
  readonly ownerId: number;
  readonly expiresAt: number | null;
}

export interface OwnedLinkKind<Link extends OwnedLink, View> {
  readonly kind: 'collection' | 'proofing';
  /** Name of the kind in messages: `file request`. */
  readonly noun: string;
  readonly store: {
    find(reader: Reader, by: { readonly id: string } | { readonly token: string }): Promise<Link | undefined>;
    list(reader: Reader, ownerId: number, slice: PageSlice): Promise<Link[]>;
    count(reader: Reader, ownerId: number): Promise<number>;
    /** False if the link has ended already. */
    end(tx: Tx, rowId: number, now: number): Promise<boolean>;
  };
  describe(reader: Reader, link: Link): Promise<View>;
}

export interface NewLink {
  readonly id: string;
  readonly token: string;
  readonly ownerId: number;
  readonly createdAt: number;
}

export type LinkOwnerDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'audit' | 'passwords'> & {
  readonly config: { readonly maxExpiryDays: number };
};

export type LinkOwner<Link extends OwnedLink, View> = ReturnType<typeof createLinkOwner<Link, View>>;

export function createLinkOwner<Link extends OwnedLink, View>(
  deps: LinkOwnerDeps,
  { kind, noun, store, describe }: OwnedLinkKind<Link, View>,
) {
  const { database, clock, random, audit } = deps;
  const notFound = (): DomainError => new DomainError(`${kind}_not_found`, `There is no such ${noun}.`);

  /** Throws `{kind}_not_found`, or `access_denied` if it belongs to another user. */
  const requireOwn = async (reader: Reader, ownerId: number, id: string): Promise<Link> => {
    const link = await store.find(reader, { id });
    if (link === undefined) throw notFound();
    if (!mayDo(ownerId, link, 'manage'))
      throw new DomainError('access_denied', `This ${noun} belongs to another user.`);
    return link;
  };

  return {
    requireOwn,

    /** `insert` writes the row; expiry and password hash are among `options`. */
    create: async <Options extends LinkOptions>(
      ownerId: number,
      options: Options,
      remember: Remember<View>,
      insert: (tx: Tx, link: NewLink, options: HashedLinkOptions<Options>) => Promise<void>,
    ): Promise<View> => {
      const hashed = await hashLinkOptions(deps, ownerId, options);
      return database.write(async (tx) => {
        const id = random.uuid();
        await insert(tx, { id, token: createLinkToken(random), ownerId, createdAt: clock.now() }, hashed);
        const link = await requireOwn(tx, ownerId, id);
        const view = await describe(tx, link);
        await audit.record(tx, {
          action: `${kind}.created`,
          actor: { userId: ownerId },
          target: { kind, id },
          details: { hasPassword: link.passwordHash !== null, expiresAt: optionalIsoTime(link.expiresAt) },
        });
        await remember(tx, view);
        return view;
      });
    },

    /** Newest first. */
    list: async (ownerId: number, page: PageRequest) => {
      const { reader } = database;
      const views: View[] = [];
      const { rows, nextCursor } = await readPage(
        page,
        (slice) => store.list(reader, ownerId, slice),
        ({ rowId }) => [rowId],
      );
      for (const link of rows) views.push(await describe(reader, link));
      return { views, pagination: paginationOf(page, await store.count(reader, ownerId), nextCursor) };
    },

    get: async (ownerId: number, id: string): Promise<View> =>
      describe(database.reader, await requireOwn(database.reader, ownerId, id)),

    /** Throws `{kind}_not_found` also if the link belongs to another user. */
    getByToken: async (ownerId: number, token: string): Promise<View> => {
      const link = await store.find(database.reader, { token });
      if (!mayDo(ownerId, link, 'manage')) throw notFound();
      return describe(database.reader, link);
    },

    change: async <Options extends LinkOptions>(
      ownerId: number,
      id: string,
      options: Options,
      update: (tx: Tx, link: Link, options: HashedLinkOptions<Options>) => Promise<void>,
    ): Promise<View> => {
      await requireOwn(database.reader, ownerId, id);
      const hashed = await hashLinkOptions(deps, ownerId, options);
      return database.write(async (tx) => {
        await update(tx, await requireOwn(tx, ownerId, id), hashed);
        await audit.record(tx, {
          action: `${kind}.changed`,
          actor: { userId: ownerId },
          target: { kind, id },
          details: { changed: changedNames(options) },
        });
        return describe(tx, await requireOwn(tx, ownerId, id));
      });
    },

    /** `onEnd` runs in the same transaction. */
    end: (ownerId: number, id: string, onEnd: (tx: Tx, link: Link) => Promise<void> = async () => undefined) =>
      database.write(async (tx) => {
        const link = await requireOwn(tx, ownerId, id);
        if (!(await store.end(tx, link.rowId, clock.now()))) throw notFound();
        await audit.record(tx, { action: `${kind}.deleted`, actor: { userId: ownerId }, target: { kind, id } });
        await onEnd(tx, link);
      }),
  };
}
