import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { CustomTypesConfig, PoolClient, QueryResult } from 'pg';
import { DomainError } from '../errors.ts';

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

const CONNECT_TIMEOUT_MS = 10_000;
/** A transaction that is idle for this long has lost its client: its locks are released. */
const IDLE_TRANSACTION_MS = 60_000;
/** Each named statement takes memory in every connection of Postgres; statements beyond this number stay unnamed. */
const MAX_NAMED_STATEMENTS = 500;

/** Prepares statements once per connection. A lost connection fails its queries with `unavailable` and is replaced. */
export async function openPostgresPool({
  url,
  maxConnections = 16,
  statementMs,
}: PostgresOptions): Promise<PostgresPool> {
  // Loaded only for Postgres: it would slow every start down.
  const { default: pg } = await import('pg');
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
    // Reads outside a transaction cannot write, as on SQLite.
    options: '-c default_transaction_read_only=on',
    types,
  });
  // Without a listener a connection that breaks ends the process: the pool listens to idle ones, the client to its own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const nameOf = new URL(url).searchParams.get('prepare') === 'false' ? () => undefined : createStatementNames();
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw unavailable(withAdvice(error));
      });
      // Kysely's driver keeps a connection by the identity of this object.
      const known = clients.get(client);
      if (known !== undefined) return known;
      const wrapped = wrapClient(client, nameOf, statementMs);
      clients.set(client, wrapped);
      return wrapped;
    },
  };
}

function wrapClient(
  client: PoolClient,
  nameOf: (text: string) => string | undefined,
  statementMs: number | undefined,
): PostgresPoolClient {
  let isLost = false;
  const limits: { readonly query_timeout?: number } = statementMs === undefined ? {} : { query_timeout: statementMs };
  async function query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    // `begin` and `commit` have no values: Postgres does not plan them.
    const name = values.length === 0 ? undefined : nameOf(text);
    // A rollback would wait for the statement that does not end.
    if (isLost) throw unavailable(undefined);
    try {
      return await client.query({ ...limits, text, values: [...values], ...(name === undefined ? {} : { name }) });
    } catch (error) {
      if (!isConnectionLost(error)) throw withAdvice(error);
      isLost = true;
      throw unavailable(error);
    }
  }
  // Kysely's type has an overload for cursors, which nothing here uses.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isLost) };
}

/** Names a statement from its second use on, because most texts that run once have lists of values in them. */
function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const usedOnce = new Set<string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size === MAX_NAMED_STATEMENTS) return name;
    if (usedOnce.delete(text)) {
      names.set(text, `s${names.size}`);
      return names.get(text);
    }
    if (usedOnce.size === MAX_NAMED_STATEMENTS) usedOnce.clear();
    usedOnce.add(text);
    return undefined;
  };
}

/** Postgres is stopping, starting or recovering (57P0x), or the connection broke. */
const lostCodes = /^(57P0[1-5]|08...|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;
/**
 * `pg` gives no code to the errors of a socket that closed or is silent. The code of the other two, 0A000, has many meanings: the
 * server became a standby, and a migration of another process changed a table under a prepared statement.
 */
const lostMessages =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error|cannot set transaction read-write mode|cached plan must not change)/;

const isConnectionLost = (error: unknown): boolean =>
  lostCodes.test(codeOf(error) ?? '') || (error instanceof Error && lostMessages.test(error.message));

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Adds what to change to the refusals of PgBouncer, whose own texts do not say it. */
function withAdvice(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const advice = error.message.startsWith('unsupported startup parameter')
    ? 'Set ignore_startup_parameters = options,idle_in_transaction_session_timeout in pgbouncer.ini'
    : /^prepared statement .* (already exists|does not exist)$/.test(error.message)
      ? 'Add ?prepare=false to DRIVE_DATABASE_URL, or let the pooler follow prepared statements'
      : undefined;
  return advice === undefined ? error : new Error(`${error.message}. ${advice}.`, { cause: error });
}

function unavailable(cause: unknown): DomainError {
  return new DomainError('unavailable', 'The database does not answer. Try again in a moment.', {
    cause,
    retryAfterSeconds: 1,
  });
}
