import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * Hono's router for any set of paths, which is the one that Hono would choose for ours. It searches each request's path; here, the
 * handlers of paths without parameters are kept once they are found. They are then called without a chain, too: a path without
 * parameters precedes the patterns that match it.
 */
export class KnownPathsRouter<T> implements Router<T> {
  readonly name = 'KnownPathsRouter';
  readonly #searched = new TrieRouter<T>();
  /** The handlers of each such path, and what was found for each method. */
  readonly #known = new Map<string, { readonly handlers: Set<T>; readonly found: Map<string, Result<T>> }>();

  add(method: string, path: string, handler: T): void {
    this.#searched.add(method, path, handler);
    for (const { found } of this.#known.values()) found.clear();
    if (/[:*?]/.test(path)) return;
    const known = this.#known.get(path) ?? { handlers: new Set<T>(), found: new Map<string, Result<T>>() };
    this.#known.set(path, known);
    known.handlers.add(handler);
  }

  match(method: string, path: string): Result<T> {
    const known = this.#known.get(path);
    if (known === undefined) return this.#searched.match(method, path);
    const found = known.found.get(method) ?? upTo(known.handlers, this.#searched.match(method, path));
    known.found.set(method, found);
    return found;
  }
}

/** The found handlers up to the first of the path's own. */
function upTo<T>(own: ReadonlySet<T>, [found, ...rest]: Result<T>): Result<T> {
  const first = found.findIndex(([handler]) => own.has(handler));
  return (first === -1 ? [found, ...rest] : [found.slice(0, first + 1), ...rest]) as Result<T>;
}
