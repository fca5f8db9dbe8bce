import type { Connection } from './connection.ts';

/** Idle connections of all keys together. */
const MAX_IDLE = 256;
/** A connection is closed at this age, however busy it is, which makes the next one resolve the host name again. */
const MAX_AGE_MS = 60_000;

/** Idle connections for the next request with the same key. */
export class ConnectionPool {
  /** Most recently used last. It is reused first, which lets the others reach their idle timeout. */
  readonly #byKey = new Map<string, Connection[]>();
  /** Longest idle first. */
  readonly #idle = new Map<Connection, string>();

  take(key: string): Connection | undefined {
    for (;;) {
      const connection = this.#byKey.get(key)?.at(-1);
      if (connection === undefined) return undefined;
      this.#remove(connection);
      if (connection.isReusable && connection.ageMs < MAX_AGE_MS) return connection;
      connection.close();
    }
  }

  /** Keeps the connection, or closes it if it cannot be reused. */
  put(key: string, connection: Connection): void {
    if (!connection.isReusable) return connection.close();
    const own = this.#byKey.get(key);
    if (own === undefined) this.#byKey.set(key, [connection]);
    else own.push(connection);
    this.#idle.set(connection, key);
    if (this.#idle.size <= MAX_IDLE) return;
    for (const oldest of this.#idle.keys()) return this.discard(oldest);
  }

  /** Closes a connection that is idle. Does nothing for one in use, which reports its failure to the request. */
  discard(connection: Connection): void {
    if (!this.#idle.has(connection)) return;
    this.#remove(connection);
    connection.close();
  }

  #remove(connection: Connection): void {
    const key = this.#idle.get(connection);
    if (key === undefined) return;
    this.#idle.delete(connection);
    const left = (this.#byKey.get(key) ?? []).filter((each) => each !== connection);
    if (left.length === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, left);
  }
}
