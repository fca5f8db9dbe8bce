import { type Place, ROOT } from './states.ts';

/** Where everything on one side is at the moment, while a plan is carried out. */
export class Positions {
  readonly #fold: (name: string) => string;
  readonly #places = new Map<string, Place>();
  readonly #slots = new Map<string, string>();
  readonly #children = new Map<string, Set<string>>();

  constructor(fold: (name: string) => string) {
    this.#fold = fold;
  }

  has(key: string): boolean {
    return key === ROOT || this.#places.has(key);
  }

  placeOf(key: string): Place | undefined {
    return this.#places.get(key);
  }

  childrenOf(key: string): ReadonlySet<string> {
    return this.#children.get(key) ?? new Set();
  }

  /** The item in a place. */
  occupant({ parent, name }: Place): string | undefined {
    return this.#slots.get(`${parent}/${this.#fold(name)}`);
  }

  /** Adds an item, or moves it. Another item in the place is forgotten, but keeps its own. */
  put(key: string, { parent, name }: Place): void {
    this.remove(key);
    this.#places.set(key, { parent, name });
    this.#slots.set(`${parent}/${this.#fold(name)}`, key);
    const siblings = this.#children.get(parent);
    if (siblings === undefined) this.#children.set(parent, new Set([key]));
    else siblings.add(key);
  }

  remove(key: string): void {
    const place = this.#places.get(key);
    if (place === undefined) return;
    this.#places.delete(key);
    this.#children.get(place.parent)?.delete(key);
    const slot = `${place.parent}/${this.#fold(place.name)}`;
    if (this.#slots.get(slot) === key) this.#slots.delete(slot);
  }

  /** Whether an item is in a folder, at any depth, or is the folder. */
  isWithin(key: string, folder: string): boolean {
    for (let at: string | undefined = key; at !== undefined; at = this.#places.get(at)?.parent)
      if (at === folder) return true;
    return false;
  }

  /** Everything in a folder, folders before what is in them. */
  *below(folder: string): Generator<string> {
    const waiting = [folder];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const key of this.childrenOf(next)) {
        yield key;
        waiting.push(key);
      }
    }
  }

  /** Names from the root, with the name that `nameOf` gives an item. */
  pathOf(key: string, nameOf: (key: string, place: Place) => string = (_key, { name }) => name): string {
    const names: string[] = [];
    for (let at = key; at !== ROOT;) {
      const place = this.#places.get(at);
      if (place === undefined) throw new Error(`${key} is in no place`);
      names.unshift(nameOf(at, place));
      at = place.parent;
    }
    return names.join('/');
  }
}
