import type { CompiledQuery, QueryResult } from 'kysely';
import type { PostgresConnection } from './postgres-connection.ts';

interface WaitingRead extends PromiseWithResolvers<QueryResult<unknown>> {
  readonly query: CompiledQuery;
  /** Whether it shared a message whose connection broke, and is now sent alone. */
  readonly isRepeated: boolean;
}

/** The second lets a read begin while a message is under way; with more of them, each read would be sent alone. */
const CONNECTIONS = 2;
const MAX_READS = 32;
/** After this time the connection of a message no longer counts, so that slow reads hold up no later ones. */
const SLOW_MS = 5;

type OnConnection = (use: (connection: PostgresConnection) => Promise<void>) => Promise<void>;

/**
 * Sends reads that arrive while others are under way in one message: a message costs both sides more than a short read. A read that
 * finds none under way is sent at once. Only for reads as short as those that SQLite runs on the main thread.
 */
export class ReadGatherer {
  readonly #onConnection: OnConnection;
  readonly #waiting: WaitingRead[] = [];
  /** Connections for which a read may wait. */
  #busy = 0;
  #isConnecting = false;

  constructor(onConnection: OnConnection) {
    this.#onConnection = onConnection;
  }

  read(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const read = { query, isRepeated: false, ...Promise.withResolvers<QueryResult<unknown>>() };
    this.#waiting.push(read);
    this.#begin();
    return read.promise;
  }

  #begin(): void {
    if (this.#isConnecting || this.#busy === CONNECTIONS || this.#waiting.length === 0) return;
    this.#isConnecting = true;
    this.#busy += 1;
    void this.#serve();
  }

  async #serve(): Promise<void> {
    let counts = true;
    const leave = (): void => {
      if (counts) this.#busy -= 1;
      counts = false;
      if (this.#busy === 0) this.#begin();
    };
    try {
      await this.#onConnection(async (connection) => {
        this.#isConnecting = false;
        while (counts && !connection.isLost && this.#waiting.length > 0) {
          const reads = this.#nextReads();
          const timer = setTimeout(leave, SLOW_MS);
          await readAll(connection, reads, (read, error) => {
            // The reason may be one of the others, so each is repeated, once; not if it has waited for long.
            if (counts && reads.length > 1 && !read.isRepeated) this.#waiting.push({ ...read, isRepeated: true });
            else read.reject(error);
          });
          clearTimeout(timer);
        }
      });
    } catch (error) {
      // There is no connection: the reads wait for the other one, or fail.
      this.#isConnecting = false;
      if (this.#busy === 1) for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
    leave();
  }

  /** The reads of one message: a repeated one is sent alone. */
  #nextReads(): WaitingRead[] {
    const alone = this.#waiting.findIndex(({ isRepeated }) => isRepeated);
    return this.#waiting.splice(0, alone < 0 ? MAX_READS : Math.max(1, Math.min(alone, MAX_READS)));
  }
}

/** `onLost` gets the reads without an answer, because the connection broke. */
async function readAll(
  connection: PostgresConnection,
  reads: readonly WaitingRead[],
  onLost: (read: WaitingRead, error: unknown) => void,
): Promise<void> {
  const results = await Promise.allSettled(reads.map(({ query }) => connection.executeQuery(query)));
  let failed: number | undefined;
  for (const [index, result] of results.entries()) {
    const read = reads[index] as WaitingRead;
    if (result.status === 'fulfilled') read.resolve(result.value);
    else if (connection.isLost) onLost(read, result.reason);
    else if (failed === undefined) {
      failed = index;
      read.reject(result.reason);
    }
  }
  // Postgres skipped those behind the one that failed.
  if (failed !== undefined) await readAll(connection, reads.slice(failed + 1), onLost);
}
