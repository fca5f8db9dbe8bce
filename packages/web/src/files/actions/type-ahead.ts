import type { ItemList } from '../../api/items.ts';

/** Letters that follow one another within this time are one text. */
const pauseMs = 1000;

const folded = (text: string): string => text.normalize('NFC').toLocaleLowerCase();

/** Finds the item whose name begins with what the user types. */
export class TypeAhead {
  #text = '';
  #at = Number.NEGATIVE_INFINITY;

  /** Whether a text has begun, to which a space belongs. */
  isTyping(now: number): boolean {
    return this.#text !== '' && now - this.#at < pauseMs;
  }

  /**
   * Adds a letter to the text. Returns the position of the next item of that name, undefined if no item that is loaded has it.
   * One letter again and again goes through the items that begin with it.
   */
  find(letter: string, now: number, list: Pick<ItemList, 'at' | 'total'>, focus: number): number | undefined {
    const typed = (this.isTyping(now) ? this.#text : '') + folded(letter);
    this.#text = typed;
    this.#at = now;
    const [first = ''] = typed;
    const isRepeated = [...typed].every((each) => each === first);
    const wanted = isRepeated ? first : typed;
    const total = list.total ?? 0;
    const start = isRepeated ? focus + 1 : focus;
    for (let step = 0; step < total; step += 1) {
      const index = (start + step) % total;
      const item = list.at(index);
      if (item !== undefined && folded(item.name).startsWith(wanted)) return index;
    }
    return undefined;
  }
}
