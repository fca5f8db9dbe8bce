import type { Item, ItemActor, ItemRole } from '@drive/contract';
import { mayDo, shownRole, type GivenAccess, type Viewer } from '../../../platform/access/index.ts';
import type { Dialect, Reader } from '../../../platform/db/index.ts';
import type { ItemFields } from './item-row.ts';
import type { ToItem } from './item.ts';
import { listOwners, listStarred, type TreeOwner } from './people-store.ts';
import { userOriginOf, type UserOrigin } from './url-token.ts';

/** Whose tree an item is in, and what the viewer was given there. */
export interface SeenIn {
  /** owners.row_id */
  readonly ownerId: number;
  readonly given: GivenAccess | null;
}

/** A row with what a user was given on it; or a row of a listing, of whose folder that is known. */
export type SeenItem = ItemFields & SeenIn & { readonly accessChanged?: boolean };

type OwnerFields = Pick<Item, 'ownerId' | 'ownerName' | 'driveId'>;

/** What is the same for all items that a viewer reaches in one way, e.g. those of a folder. */
interface Standing {
  readonly role: ItemRole | null;
  /** Whether everything in the tree is the viewer's to manage. */
  readonly ownsAll: boolean;
  readonly mayShare: boolean;
  readonly owner: OwnerFields;
  /** items.id of the root of a team drive for its members, whose topmost folder it is. */
  readonly rootId: string | null;
  /** To whom URLs of thumbnails are handed out. */
  readonly user: UserOrigin;
}

/** Owners and other users by owners.row_id. */
type Known = ReadonlyMap<number, TreeOwner>;

interface ItemViewsDeps {
  readonly toItem: ToItem;
  readonly dialect: Dialect;
}

/** Shows items to users: with the role of the viewer, the owner, and who added and changed them. */
export class ItemViews {
  readonly #deps: ItemViewsDeps;

  constructor(deps: ItemViewsDeps) {
    this.#deps = deps;
  }

  /** In their order. */
  showAll(reader: Reader, viewer: Viewer, rows: readonly SeenItem[]): Promise<Item[]> {
    return this.#show(reader, viewer, rows, (row) => row);
  }

  /** As the trash shows them: without thumbnails, and folders without a size. */
  async showTrashed(reader: Reader, viewer: Viewer, rows: readonly SeenItem[]): Promise<Item[]> {
    const items = await this.showAll(
      reader,
      viewer,
      rows.map((row) => ({ ...row, thumbnailKey: null })),
    );
    return items.map((item) => (item.type === 'folder' ? { ...item, size: null } : item));
  }

  async show(reader: Reader, viewer: Viewer, row: SeenItem): Promise<Item> {
    const [item] = await this.showAll(reader, viewer, [row]);
    return item as Item;
  }

  /** Items of a folder, of which the rows do not say whose they are. */
  showIn(reader: Reader, viewer: Viewer, seen: SeenIn, rows: readonly ItemFields[]): Promise<Item[]> {
    return this.#show(reader, viewer, rows, () => seen);
  }

  /** Items of the viewer cost a statement only if somebody else added or changed one, or one is starred. */
  async #show<Row extends ItemFields & Pick<SeenItem, 'accessChanged'>>(
    reader: Reader,
    viewer: Viewer,
    rows: readonly Row[],
    seenOf: (row: Row) => SeenIn,
  ): Promise<Item[]> {
    const { userId, accountId, accountName } = viewer;
    const others = new Set<number>();
    const starred: string[] = [];
    for (const row of rows) {
      for (const rowId of [seenOf(row).ownerId, row.createdBy, row.modifiedBy])
        if (rowId !== null && rowId !== userId) others.add(rowId);
      if (row.starCount > 0) starred.push(row.id);
    }
    const known = await listOwners(reader, this.#deps.dialect, others);
    const stars = await listStarred(reader, userId, starred);

    const self: ItemActor = { id: accountId, name: accountName };
    const actorOf = (rowId: number | null): ItemActor | null => {
      if (rowId === userId) return self;
      const person = rowId === null ? undefined : known.get(rowId);
      return person === undefined ? null : { id: person.id, name: person.name };
    };
    let seen: SeenIn | undefined;
    let standing: Standing | undefined;
    return rows.map((row) => {
      const at = seenOf(row);
      if (standing === undefined || at !== seen) standing = standingOf(viewer, at, known);
      seen = at;
      const item = this.#itemFor(row, standing);
      item.starred = stars.has(row.id);
      item.createdBy = actorOf(row.createdBy);
      item.modifiedBy = actorOf(row.modifiedBy);
      if (row.accessChanged === true) item.accessChanged = true;
      return item;
    });
  }

  /**
   * Who may make no links of an item gets neither its token nor its public URL: they would open the item to everybody. A multi-share
   * also opens other files, so that only their owner, and managers of the whole team drive, learn of it.
   */
  #itemFor(row: ItemFields, { role, ownsAll, mayShare, owner, rootId, user }: Standing): Item {
    const shown = ownsAll || row.ownShare === null ? row : { ...row, ...row.ownShare };
    const item = this.#deps.toItem(shown, undefined, user);
    if (!mayShare) {
      item.shareToken = null;
      item.publicUrl = null;
    }
    item.role = role;
    item.ownerId = owner.ownerId;
    item.ownerName = owner.ownerName;
    item.driveId = owner.driveId;
    if (rootId !== row.id) item.parentId ??= rootId;
    return item;
  }
}

function standingOf(viewer: Viewer, seen: SeenIn, known: Known): Standing {
  const { ownerId, given } = seen;
  const role = shownRole(viewer, seen);
  const owner = known.get(ownerId);
  const mayShare: boolean = mayDo(viewer, seen, 'share');
  return {
    role,
    ownsAll: mayDo(viewer, { ownerId }, 'manage') || (mayShare && isOfWholeDrive(seen, owner)),
    mayShare,
    owner:
      role === 'owner'
        ? { ownerId: viewer.accountId, ownerName: viewer.accountName, driveId: null }
        : ownerFieldsOf(owner),
    rootId: rootFor(seen, owner),
    user: userOriginOf(viewer.userId, given),
  };
}

/** The root of a team drive has an id for members of the drive: their topmost folder. */
const rootFor = ({ given }: SeenIn, owner: TreeOwner | undefined): string | null =>
  owner?.kind === 'drive' && owner.rootRowId !== null && given?.onRowIds.includes(owner.rootRowId) === true
    ? owner.rootId
    : null;

/** Whether the role was given on the whole team drive, and none on a folder in it, which may be a higher one. */
const isOfWholeDrive = ({ given }: SeenIn, owner: TreeOwner | undefined): boolean =>
  owner?.kind === 'drive' && given !== null && given.onRowIds.every((rowId) => rowId === owner.rootRowId);

function ownerFieldsOf(owner: TreeOwner | undefined): OwnerFields {
  if (owner === undefined) return { ownerId: null, ownerName: null, driveId: null };
  return owner.kind === 'drive'
    ? { ownerId: null, ownerName: null, driveId: owner.id }
    : { ownerId: owner.id, ownerName: owner.name, driveId: null };
}
