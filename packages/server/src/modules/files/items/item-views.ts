import type { Item, ItemActor } from '@drive/contract';
import { mayDo, shownRole, type GivenAccess, type Viewer } from '../../../platform/access/index.ts';
import type { Reader } from '../../../platform/db/index.ts';
import type { ItemFields } from './item-row.ts';
import type { ToItem } from './item.ts';
import { listOwners, listPeople, listStarred, type TreeOwner } from './people-store.ts';
import type { ThumbnailUrl } from './url-token.ts';

/** Whose tree an item is in, and what the viewer was given there. */
export interface SeenIn {
  /** owners.row_id */
  readonly ownerId: number;
  readonly given: GivenAccess | null;
}

/** A row with what a user was given on it; or a row of a listing, of whose folder that is known. */
export type SeenItem = ItemFields & SeenIn & { readonly accessChanged?: boolean };

interface ItemViewsDeps {
  readonly toItem: ToItem;
  readonly thumbnailUrl: ThumbnailUrl;
}

/** Shows items to users: with the role of the viewer, the owner, and who added and changed them. */
export class ItemViews {
  readonly #deps: ItemViewsDeps;

  constructor(deps: ItemViewsDeps) {
    this.#deps = deps;
  }

  /** In their order. Items of the viewer cost a statement only if somebody else added or changed one, or one is starred. */
  async showAll(reader: Reader, viewer: Viewer, rows: readonly SeenItem[]): Promise<Item[]> {
    if (rows.length === 0) return [];
    const others = rows.filter((row) => shownRole(viewer, row) !== 'owner');
    const people = new Set(
      rows
        .flatMap(({ createdBy, modifiedBy }) => [createdBy, modifiedBy])
        .filter((rowId) => rowId !== null && rowId !== viewer.userId) as number[],
    );
    const starred = rows.filter(({ starCount }) => starCount > 0).map(({ id }) => id);
    const known = {
      owners: await listOwners(reader, new Set(others.map(({ ownerId }) => ownerId))),
      people: await listPeople(reader, people),
      starred: await listStarred(reader, viewer.userId, starred),
    };
    const nameOf = (rowId: number | null): ItemActor | null => {
      if (rowId === viewer.userId) return { id: viewer.accountId, name: viewer.accountName };
      const person = rowId === null ? undefined : known.people.get(rowId);
      return person === undefined ? null : { id: person.id, name: person.name };
    };
    return rows.map((row) => {
      const item = this.#itemFor(viewer, row);
      item.starred = known.starred.has(row.id);
      item.role = shownRole(viewer, row);
      const owner = item.role === 'owner' ? undefined : known.owners.get(row.ownerId);
      Object.assign(item, item.role === 'owner' ? ownOf(viewer) : ownerOf(owner));
      item.parentId ??= rootFor(row, owner);
      item.createdBy = nameOf(row.createdBy);
      item.modifiedBy = nameOf(row.modifiedBy);
      if (row.accessChanged === true) item.accessChanged = true;
      return item;
    });
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
    const { ownerId, given } = seen;
    return this.showAll(
      reader,
      viewer,
      rows.map((row) => ({ ...row, ownerId, given })),
    );
  }

  /**
   * Who may make no links of an item gets neither its token nor its public URL: they would open the item to everybody. A multi-share
   * also opens other files, so that only their owner learns of it.
   */
  #itemFor(viewer: Viewer, row: SeenItem): Item {
    const ownsAll: boolean = mayDo(viewer, { ownerId: row.ownerId }, 'manage');
    const item = this.#deps.toItem(ownsAll ? row : { ...row, ...row.ownShare });
    const { given, thumbnailKey } = row;
    if (!mayDo(viewer, row, 'share')) Object.assign(item, { shareToken: null, publicUrl: null });
    if (thumbnailKey !== null && given !== null)
      item.previewUrl = this.#deps.thumbnailUrl(row, {
        kind: 'member',
        rowId: given.userId,
        grantRowId: given.grantRowId,
      });
    return item;
  }
}

type OwnerFields = Pick<Item, 'ownerId' | 'ownerName' | 'driveId'>;

const ownOf = ({ accountId, accountName }: Viewer): OwnerFields => ({
  ownerId: accountId,
  ownerName: accountName,
  driveId: null,
});

/** The root of a team drive has an id for members of the drive: their topmost folder. */
const rootFor = ({ id, given }: SeenItem, owner: TreeOwner | undefined): string | null =>
  owner?.kind === 'drive' &&
  owner.rootRowId !== null &&
  owner.rootId !== id &&
  given?.onRowIds.includes(owner.rootRowId) === true
    ? owner.rootId
    : null;

function ownerOf(owner: TreeOwner | undefined): OwnerFields {
  if (owner === undefined) return { ownerId: null, ownerName: null, driveId: null };
  return owner.kind === 'drive'
    ? { ownerId: null, ownerName: null, driveId: owner.id }
    : { ownerId: owner.id, ownerName: owner.name, driveId: null };
}
