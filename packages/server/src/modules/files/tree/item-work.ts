import { limits } from '@drive/contract';
import type { ItemBudget } from '@drive/rate-limits';
import type { Ports } from '../../../platform/ports/ports.ts';
import { countTrees, listOfOthers, type TreesToCount } from './tree-count-store.ts';

/** Draws work on items from the budget of the user who asks for it, before it begins. Each item counts with everything in it. */
export class ItemWork {
  readonly #database: Pick<Ports['database'], 'reader' | 'workerReader'>;
  readonly #budget: ItemBudget;

  constructor({ database, itemBudget }: Pick<Ports, 'database'> & { readonly itemBudget: ItemBudget }) {
    this.#database = database;
    this.#budget = itemBudget;
  }

  /** Throws `too_many_requests`, as the other methods do. */
  draw(ownerId: number, items: number): Promise<void> {
    return this.#budget.draw(ownerId, async () => items);
  }

  /** By items.id; those that the user does not reach do not count. */
  drawItems(userId: number, ids: readonly string[]): Promise<void> {
    return this.#drawTrees(userId, { userId, ids });
  }

  /** By items.row_id, or as `drawItems`. Returns their number. */
  async drawCounted(userId: number, which: TreesToCount | { readonly ids: readonly string[] }) {
    let items: number | undefined;
    const trees = 'ids' in which ? { userId, ids: which.ids } : which;
    const count = async (): Promise<number> => (items ??= await countTrees(this.#database.workerReader, trees));
    await this.#budget.draw(userId, count);
    return count();
  }

  /**
   * As `drawItems`, by those of other owners than that of the destination (owners.row_id): a move within a tree is free. `most`: items
   * that the request moves at once. An item with more is refused, and free.
   */
  async drawMoved(
    userId: number,
    ids: readonly string[],
    ownerId: number,
    most: number = limits.movedAtOnce,
  ): Promise<void> {
    const { reader, workerReader } = this.#database;
    const taken = await listOfOthers(reader, ids, ownerId);
    if (taken.length === 0) return;
    await this.#budget.draw(userId, async () => {
      const items = await countTrees(workerReader, { userId, ids: taken });
      return taken.length === 1 && items > most ? 0 : Math.min(items, most);
    });
  }

  drawTrash(userId: number, ownerId: number): Promise<void> {
    return this.#drawTrees(userId, { trashOf: ownerId });
  }

  #drawTrees(ownerId: number, which: TreesToCount): Promise<void> {
    // Folders may be many: in the thread for long queries.
    return this.#budget.draw(ownerId, () => countTrees(this.#database.workerReader, which));
  }
}
