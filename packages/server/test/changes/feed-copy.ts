import type { ChangePage, Item, TreePage } from '@drive/contract';

type Kept = Pick<Item, 'id' | 'name' | 'type' | 'parentId' | 'deletedAt' | 'changeTag'>;

/** The change tag tells whether a change of the content or of metadata was missed. */
const factsOf = ({ type, id, changeTag }: Kept): string => `${type} ${id} ${changeTag}`;

/** A copy of the tree of a key, kept up to date by the change feed alone, as docs/changes.md says. */
export class FeedCopy {
  readonly #ask: (path: string) => Promise<Response>;
  readonly #limit: number;
  readonly #items = new Map<string, Kept>();
  #cursor = '';
  /** Number of changes that were applied. */
  changes = 0;

  /** `ask`: a GET with the key. */
  constructor(ask: (path: string) => Promise<Response>, limit: number) {
    this.#ask = ask;
    this.#limit = limit;
  }

  async start(): Promise<void> {
    ({ cursor: this.#cursor } = await this.#get<{ cursor: string }>('/api/changes/latest'));
    await this.#readTree();
  }

  /** Applies one page of changes, for which it waits so many seconds. Returns whether there are more. */
  async step(wait = 0): Promise<boolean> {
    const query = new URLSearchParams({ cursor: this.#cursor, limit: String(this.#limit), wait: String(wait) });
    const { changes, cursor, hasMore } = await this.#get<ChangePage>(`/api/changes?${query.toString()}`);
    for (const { type, itemId, item } of changes) {
      if (type === 'deleted' || item === null) this.#forget(itemId);
      else this.#items.set(itemId, item);
      if (item?.type === 'folder' && (type === 'created' || type === 'restored')) await this.#readTree(itemId);
    }
    this.#cursor = cursor;
    this.changes += changes.length;
    return hasMore;
  }

  /** Type, id and change tag of everything in the drive, by path. */
  paths(): Record<string, string> {
    const found = [...this.#items.values()].flatMap((item) => {
      const path = this.#pathOf(item);
      return path === undefined ? [] : [[path, factsOf(item)]];
    });
    return Object.fromEntries(found);
  }

  /** The same, as the server lists it. */
  async listed(): Promise<Record<string, string>> {
    const all: [string, string][] = [];
    for await (const item of this.#tree()) all.push([item.path, factsOf(item)]);
    return Object.fromEntries(all);
  }

  #pathOf({ name, parentId, deletedAt }: Kept): string | undefined {
    if (deletedAt !== null) return undefined;
    if (parentId === null) return name;
    const parent = this.#items.get(parentId);
    const path = parent && this.#pathOf(parent);
    return path && `${path}/${name}`;
  }

  #forget(id: string): void {
    const isWithin = (inner: string | null): boolean =>
      inner !== null && (inner === id || isWithin(this.#items.get(inner)?.parentId ?? null));
    for (const inner of [...this.#items.keys()].filter(isWithin)) this.#items.delete(inner);
  }

  async #readTree(folderId?: string): Promise<void> {
    for await (const item of this.#tree(folderId)) this.#items.set(item.id, item);
  }

  async *#tree(folderId?: string) {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = new URLSearchParams({ ...(folderId && { folderId }), ...(cursor && { cursor }) });
      const page: TreePage | undefined = await this.#get<TreePage>(
        `/api/files/tree?${query.toString()}`,
        folderId !== undefined,
      );
      if (page === undefined) return;
      yield* page.items;
      cursor = page.pagination.nextCursor;
    }
  }

  /** `mayBeGone`: a folder that changed again meanwhile. */
  async #get<Body>(path: string, mayBeGone = false): Promise<Body> {
    const response = await this.#ask(path);
    const body: unknown = await response.json();
    if (mayBeGone && response.status === 404) return undefined as Body;
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`);
    return body as Body;
  }
}
