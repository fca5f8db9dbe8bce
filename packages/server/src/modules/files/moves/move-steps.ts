import type { BatchFailure, Origin } from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { isAdmitted, isEnabled, type Plan } from '../../accounts/index.ts';
import type { ItemChanges } from '../changes/item-changes.ts';
import { isSameTree } from '../items/item-row.ts';
import { moveToOwner, placeLocked } from '../move-items.ts';
import { requireItem, requireTarget } from '../tree/find-item.ts';
import { addFolderLocked } from '../tree/folders.ts';
import { findFreeName } from '../tree/free-name.ts';
import { findFile, findItemAt, listTakenNames } from '../tree/item-store.ts';
import { ensureRoot } from '../tree/root-folder.ts';
import { countTrees } from '../tree/tree-count-store.ts';
import { listNextInRoot } from './tree-move-store.ts';
import type { TreeMoves } from './tree-move.ts';

export interface MoveStepsDeps extends Pick<Ports, 'database' | 'clock' | 'random'> {
  readonly changes: ItemChanges;
  readonly treeMoves: TreeMoves;
  readonly config: { readonly maxItems: number };
}

interface By {
  /** users.row_id of who asked for it. */
  readonly userId: number;
  readonly plan: Plan;
  /** Of the events. */
  readonly origin: Origin;
}

export interface MoveRequest extends By {
  readonly kind: 'move';
  readonly ids: readonly string[];
  /** items.id of the folder; null: the caller's root. */
  readonly parentId: string | null;
}

export interface TransferRequest extends By {
  readonly kind: 'transfer';
  /** owners.row_id */
  readonly from: number;
  readonly to: number;
  readonly folderName: string;
  /** users.id of the account that is deleted once it is empty; null: it stays. */
  readonly deletes: string | null;
}

export interface Progress {
  /** Index of the next id; of a transfer items.row_id of the last item of the root that was looked at. */
  readonly next: number;
  /** items.id */
  readonly moved: readonly string[];
  readonly failed: readonly BatchFailure[];
  /** items.row_id of the folder that receives a transfer. */
  readonly folderRowId?: number;
}

/** The item of a step, and how far the operation is after it. */
export interface Subject {
  /** items.id */
  readonly id: string;
  readonly next: number;
}

/** What a step has moved. */
export interface Step extends Subject {
  readonly folderRowId?: number;
  /** Items, with everything in them. */
  readonly items: number;
}

const anyNumber = Number.MAX_SAFE_INTEGER - 1;
const readAtOnce = 500;

/** The subjects of one run of an operation. Those of a transfer are read by hundreds: a read looks at everything in the root. */
export class Subjects {
  readonly #reader: Reader;
  #page: readonly Subject[] = [];

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Undefined if there is none. One of a transfer may have changed since it was read. */
  async next(request: MoveRequest | TransferRequest, { next }: Progress): Promise<Subject | undefined> {
    if (request.kind === 'move') {
      const id = request.ids[next];
      return id === undefined ? undefined : { id, next: next + 1 };
    }
    const known = this.#page.find((subject) => subject.next > next);
    if (known !== undefined) return known;
    const items = await listNextInRoot(this.#reader, { ownerId: request.from, after: next, limit: readAtOnce });
    this.#page = items.map(({ id, rowId }) => ({ id, next: rowId }));
    return this.#page[0];
  }
}

/** Throws before it changes anything. */
export async function moveOne(
  deps: MoveStepsDeps,
  tx: Tx,
  request: MoveRequest,
  { next }: Progress,
  { id }: Subject,
): Promise<Step> {
  const { userId, parentId } = request;
  if (!(await isAdmitted(tx, userId)))
    throw new DomainError('access_denied', 'The account that moves this was disabled.');
  const folder = await requireTarget(deps, tx, userId, parentId, 'write');
  const item = await requireItem(tx, userId, id, 'write');
  if (isSameTree(item, folder)) {
    await placeLocked(deps, tx, userId, id, { folderRowId: folder.rowId, name: item.name });
    return { id, next: next + 1, items: await countTrees(tx, { rowId: item.rowId }) };
  }
  const move = { item, folder, name: item.name, most: anyNumber };
  return { id, next: next + 1, items: await moveToOwner(deps, tx, request, move) };
}

/** Throws as `moveOne` does. */
export async function transferOne(
  deps: MoveStepsDeps,
  tx: Tx,
  request: TransferRequest,
  { folderRowId: known }: Progress,
  subject: Subject,
): Promise<Step> {
  const { to } = request;
  // The tree of a deleted team drive is one of a disabled owner.
  if (!(await isEnabled(tx, to))) throw new DomainError('folder_not_found', 'Who receives this is gone.');
  const item = await findFile(tx, subject.id);
  if (item?.state !== 'alive' || !mayDo(request.from, item, 'write')) return { ...subject, items: 0 };
  const folder = known === undefined ? undefined : await findItemAt(tx, known);
  // Its new owner may have trashed, purged or given away the folder since the former step.
  const isThere = folder?.state === 'alive' && isSameTree(folder, { ownerId: to });
  const folderRowId = isThere ? folder.rowId : await addFolder(deps, tx, request);
  const move = {
    item,
    folder: { rowId: folderRowId, ownerId: to },
    name: item.name,
    most: anyNumber,
    isTransfer: true,
  };
  return { ...subject, folderRowId, items: await moveToOwner(deps, tx, request, move) };
}

async function addFolder(deps: MoveStepsDeps, tx: Tx, { to, folderName }: TransferRequest): Promise<number> {
  const rootRowId = await ensureRoot(deps, tx, to);
  const listTaken = (names: readonly string[]): Promise<string[]> => listTakenNames(tx, rootRowId, names);
  const [taken] = await listTaken([folderName]);
  const name = taken === undefined ? folderName : await findFreeName(folderName, listTaken);
  return addFolderLocked(deps, tx, { ownerId: to, folderRowId: rootRowId, name });
}
