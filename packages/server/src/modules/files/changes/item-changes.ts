import { isoTime } from '@drive/base';
import type { ChangedField } from '@drive/contract';
import { currentOrigin } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { EventItem } from '../../../platform/events/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { readAnnotations } from '../items/annotations.ts';
import type { FileRow } from '../items/item-row.ts';
import { requireTreeLock } from './tree-lock.ts';

export type ChangedItem = Pick<
  FileRow,
  | 'rowId'
  | 'id'
  | 'ownerId'
  | 'isFolder'
  | 'name'
  | 'parentRowId'
  | 'sizeBytes'
  | 'mimeType'
  | 'sha256'
  | 'version'
  | 'annotations'
>;

/** What searches in memory have to learn of. */
interface ChangedNames {
  /** Row ids (items.row_id) that are added or change name, folder or state: of a folder without what is below it. */
  changed(tx: Tx, ownerId: number, rowIds: readonly number[]): void;
}

export interface ItemChangesDeps extends Pick<Ports, 'events' | 'clock'> {
  readonly search: ChangedNames;
}

type Kind = 'created' | 'replaced' | 'updated' | 'trashed' | 'restored' | 'deleted';

/**
 * Every change of an item is reported here, once, in its transaction: for the search of names, and as the event of the item. What
 * is below a changed folder has no events. Items are given as they are after the change, in the tree lock of their owner.
 */
export class ItemChanges {
  readonly #deps: ItemChangesDeps;

  constructor(deps: ItemChangesDeps) {
    this.#deps = deps;
  }

  created(tx: Tx, item: ChangedItem): void {
    this.#publish(tx, 'created', item);
  }

  replaced(tx: Tx, item: ChangedItem): void {
    this.#publish(tx, 'replaced', item);
  }

  /** `former`: the item before the change, if its name or folder changed. */
  updated(
    tx: Tx,
    item: ChangedItem,
    changed: readonly ChangedField[],
    former?: Pick<FileRow, 'name' | 'parentRowId'>,
  ): void {
    this.#publish(tx, 'updated', item, { changed, former });
  }

  trashed(tx: Tx, item: ChangedItem): void {
    this.#publish(tx, 'trashed', item);
  }

  /** `former`: the item in the trash. */
  restored(tx: Tx, item: ChangedItem, former: Pick<FileRow, 'name' | 'parentRowId'>): void {
    this.#publish(tx, 'restored', item, { former });
  }

  deleted(tx: Tx, item: ChangedItem): void {
    this.#publish(tx, 'deleted', item);
  }

  /** Call before an item moves to the tree of another owner: what was published until then names the former places. */
  settlePlaces(tx: Tx): Promise<void> {
    return this.#deps.events.settlePlaces(tx);
  }

  /**
   * An item that has moved to the tree of another owner: it is deleted in one and created in the other. `rowIds`: of the item and
   * everything in it.
   */
  reowned(tx: Tx, before: ChangedItem, after: ChangedItem, rowIds: readonly number[]): void {
    this.deleted(tx, before);
    this.created(tx, after);
    for (const { ownerId } of [before, after]) this.#deps.search.changed(tx, ownerId, rowIds);
  }

  #publish(
    tx: Tx,
    kind: Kind,
    item: ChangedItem,
    {
      changed,
      former,
    }: {
      readonly changed?: readonly ChangedField[];
      readonly former?: Pick<FileRow, 'name' | 'parentRowId'> | undefined;
    } = {},
  ): void {
    const { search, events } = this.#deps;
    requireTreeLock(tx, item.ownerId);
    search.changed(tx, item.ownerId, [item.rowId]);
    const type = item.isFolder ? (`folder.${kind}` as const) : (`file.${kind}` as const);
    if (type === 'folder.replaced') throw new Error('a folder has no content');
    events.publish(tx, {
      type,
      userId: item.ownerId,
      data: { ...this.#dataOf(item), ...(changed === undefined ? {} : { changed: [...changed] }) },
      item: placeOf(item, former),
    });
  }

  #dataOf(item: ChangedItem) {
    return item.isFolder ? { folder_id: item.id, folder_name: item.name, ...this.#caused() } : this.describeFile(item);
  }

  #caused() {
    return { origin: currentOrigin(), occurred_at: isoTime(this.#deps.clock.now()) };
  }

  /** The data of events of a file, without its place. */
  describeFile(item: ChangedItem) {
    const { metadata, tags } = readAnnotations(item.annotations);
    return {
      file_id: item.id,
      file_name: item.name,
      file_size: item.sizeBytes,
      mime_type: item.mimeType ?? 'application/octet-stream',
      sha256: item.sha256,
      version: item.version,
      metadata,
      tags: [...tags],
      ...this.#caused(),
    };
  }
}

const placeOf = (
  { id, name, parentRowId }: ChangedItem,
  former: Pick<FileRow, 'name' | 'parentRowId'> | undefined,
): EventItem => ({
  id,
  name,
  folderRowId: parentRowId,
  former: former && { name: former.name, folderRowId: former.parentRowId },
});
