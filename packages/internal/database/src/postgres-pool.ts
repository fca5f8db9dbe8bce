import type { CustomTypesConfig, PoolClient } from 'pg';
import { PostgresConnection, unavailable, withAdvice } from './postgres-connection.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with `?prepare=false` behind a pooler that cannot prepare. */
  readonly url: string;
  readonly maxConnections?: number;
  /**
   * A statement that takes longer fails with `unavailable` and costs its connection: a network that drops packets
   * closes none for a quarter of an hour. Default: none.
   */
  readonly statementMs?: number;
}

export interface PostgresPool {
  /** The caller releases it. */
  connect(): Promise<PostgresConnection>;
  end(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Until Postgres ends a statement that the client no longer waits for. */
const GIVEN_UP_MS = 5_000;
/** A transaction that is idle for this long has lost its client: its locks are released. */
const IDLE_TRANSACTION_MS = 60_000;

/** Whether statements may be prepared by name. */
export const isPreparing = (url: string): boolean => new URL(url).searchParams.get('prepare') !== 'false';

/** A lost connection fails its statements with `unavailable` and is replaced. */
export async function openPostgresPool({
  url,
  maxConnections = 16,
  statementMs,
}: PostgresOptions): Promise<PostgresPool> {
  // Loaded only for Postgres: they would slow every start down.
  const [{ default: pg }, { serialize }] = await Promise.all([import('pg'), import('pg-protocol')]);
  /** Sums of int8 are numeric; both are returned as numbers, as by SQLite. */
  const numbers: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
  const types: CustomTypesConfig = {
    getTypeParser: (oid, format) => (numbers.has(oid) ? Number : pg.types.getTypeParser(oid, format)),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    application_name: 'drive-server',
    keepAlive: true,
    // Reads outside a transaction cannot write, as on SQLite. A statement that the client has given up ends, with its locks.
    options: `-c default_transaction_read_only=on${statementMs === undefined ? '' : ` -c statement_timeout=${statementMs + GIVEN_UP_MS}`}`,
  });
  // Without a listener a connection that breaks ends the process: the pool listens to idle ones, the client to its own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const connections = new WeakMap<PoolClient, PostgresConnection>();
  return {
    end: () => pool.end(),
    connect: async () => {
      let client: PoolClient;
      try {
        // Throws at once if a file that the URL names cannot be read.
        client = await pool.connect();
      } catch (error) {
        throw unavailable(withAdvice(error));
      }
      let connection = connections.get(client);
      if (connection === undefined) {
        connection = new PostgresConnection(client, { serialize, types, statementMs, isPreparing: isPreparing(url) });
        connections.set(client, connection);
      }
      return connection;
    },
  };
}
