import type { Connection } from './connection.ts';

/** So many wait for their next request, of all together. */
const MOST_IDLE = 256;
/** What a name resolves to is asked for again at least so often, however busy its connections are. */
const LIFE_MS = 60_000;

/** Connections that wait for another request of those they belong to. */
export class KeptConnections {
  /** The one that was used last at the end: the others grow old and are closed. */
  readonly #byOwner = new Map<string, Connection[]>();
  /** The one that has waited the longest first. */
  readonly #idle = new Map<Connection, string>();

  take(owner: string): Connection | undefined {
    for (;;) {
      const connection = this.#byOwner.get(owner)?.at(-1);
      if (connection === undefined) return undefined;
      this.#remove(connection);
      if (connection.isReusable && connection.ageMs < LIFE_MS) return connection;
      connection.close();
    }
  }

  /** Keeps it for the next one, or closes it. */
  put(owner: string, connection: Connection): void {
    if (!connection.isReusable) return connection.close();
    const own = this.#byOwner.get(owner);
    if (own === undefined) this.#byOwner.set(owner, [connection]);
    else own.push(connection);
    this.#idle.set(connection, owner);
    if (this.#idle.size <= MOST_IDLE) return;
    for (const oldest of this.#idle.keys()) return this.forget(oldest);
  }

  /** Where it waits it is of no use any more; one that is in use says so itself. */
  forget(connection: Connection): void {
    if (!this.#idle.has(connection)) return;
    this.#remove(connection);
    connection.close();
  }

  #remove(connection: Connection): void {
    const owner = this.#idle.get(connection);
    if (owner === undefined) return;
    this.#idle.delete(connection);
    const left = (this.#byOwner.get(owner) ?? []).filter((each) => each !== connection);
    if (left.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, left);
  }
}
