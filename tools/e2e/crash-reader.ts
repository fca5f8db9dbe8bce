import { FeedCopy } from '../../packages/server/test/changes/feed-copy.ts';
import { Broken } from './crash-uploads.ts';

const heldSeconds = 2;
const changesOfPage = 20;

/** A reader of the change feed who keeps a copy of an account's tree while servers are killed. */
export class CrashReader {
  readonly #copy: FeedCopy;
  #url = '';

  constructor(key: string) {
    const headers = { authorization: `Bearer ${key}` };
    this.#copy = new FeedCopy((path) => fetch(`${this.#url}${path}`, { headers }), changesOfPage);
  }

  /** Number of changes that were applied. */
  get changes(): number {
    return this.#copy.changes;
  }

  async start(url: string): Promise<void> {
    this.#url = url;
    await this.#copy.start();
  }

  /** Runs until the server dies; then rejects with the error of fetch. A page that was cut short comes again. */
  async follow(url: string, life: AbortSignal): Promise<void> {
    this.#url = url;
    while (!life.aborted) await this.#copy.step(heldSeconds);
  }

  /** Applies the rest, and checks that the copy has what the server lists; requires an idle server. */
  async verify(url: string): Promise<void> {
    this.#url = url;
    while (await this.#copy.step());
    const [copied, listed] = [this.#copy.paths(), await this.#copy.listed()];
    const differing = [...new Set([...Object.keys(copied), ...Object.keys(listed)])].filter(
      (path) => copied[path] !== listed[path],
    );
    if (differing.length > 0)
      throw new Broken(
        `${differing.length} paths differ in a copy that followed the changes: ` +
          differing
            .slice(0, 5)
            .map((path) => `${path} is ${copied[path]}, and not ${listed[path]}`)
            .join('; '),
      );
  }
}
