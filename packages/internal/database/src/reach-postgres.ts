import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, secondMs } from '@drive/base';
import type { Client } from 'pg';
import type { Database } from './database.ts';
import { isConnectionLost } from './postgres-connection.ts';
import { isPreparing } from './postgres-pool.ts';

/** Postgres, or the pooler in front of it, does not work with this URL. The message is for the operator. */
export class UnusablePostgresError extends Error {
  override readonly name = 'UnusablePostgresError';
}

const CONNECT_TIMEOUT_MS = 10 * secondMs;
/** No such host, or its name server is away: both are so for a moment when containers start together. */
const unresolved = /^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/**
 * Waits for a Postgres that is away or starting, for this time at most. Rejects at once for any other reason, such as a wrong
 * password.
 */
export async function untilReachable(
  database: Pick<Database<any>, 'ping'>,
  {
    forMs,
    pauseMs = secondMs,
    onWaiting,
  }: { readonly forMs: number; readonly pauseMs?: number; readonly onWaiting: (error: unknown) => void },
): Promise<void> {
  const endsAt = performance.now() + forMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.ping();
      return;
    } catch (error) {
      if (!isAway(error) || performance.now() + pauseMs > endsAt) throw error;
      if (attempt === 1) onWaiting(error);
    }
    await sleep(pauseMs);
  }
}

function isAway(error: unknown): boolean {
  const cause = error instanceof DomainError ? error.cause : undefined;
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return isConnectionLost(cause) || unresolved.test(code) || cause.message.startsWith('timeout ');
}

/** The error of a failed start with host and reason, which callers of the API must not see. Other errors stay as they are. */
export function explainToOperator(error: unknown, url: string): unknown {
  if (!(error instanceof DomainError) || !(error.cause instanceof Error)) return error;
  const { host, searchParams } = new URL(url);
  const problem = isAway(error) ? 'does not answer' : 'cannot be used';
  // Several addresses that all refuse give an error without a message.
  const reason = error.cause.message || ('code' in error.cause ? String(error.cause.code) : 'no reason given');
  const advice = reason.endsWith('.') ? '' : '. Check DRIVE_DATABASE_URL.';
  const message = `Postgres at ${searchParams.get('host') ?? host} ${problem}: ${reason}${advice}`;
  return new UnusablePostgresError(message, { cause: error });
}

/**
 * Throws an UnusablePostgresError if statements that one connection prepared are another's, as behind PgBouncer in transaction mode before
 * version 1.21. Finds it on a pooler that nobody else uses, and mostly on others; otherwise statements fail later, with the same advice.
 */
export async function requirePreparing(url: string): Promise<void> {
  if (!isPreparing(url)) return;
  const { default: pg } = await import('pg');
  const settings = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const clients = [new pg.Client(settings), new pg.Client(settings)] as const;
  try {
    await Promise.all(clients.map((client) => connect(client)));
    const statement = { name: `check_${randomBytes(8).toString('hex')}`, text: 'select 1' };
    const [one, other] = clients;
    // A pooler gives the second client the connection that the first has just left.
    await one.query(statement);
    await other.query(statement);
    await one.query(statement);
  } catch (error) {
    if (!isForeignStatement(error)) throw error;
    throw new UnusablePostgresError(
      'The pooler in front of Postgres does not follow prepared statements, as PgBouncer before version 1.21. ' +
        'Add the parameter prepare=false to DRIVE_DATABASE_URL, or set max_prepared_statements of a newer PgBouncer.',
      { cause: error },
    );
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function connect(client: Client): Promise<void> {
  // A connection that breaks fails its statements, too.
  client.on('error', () => {});
  await client.connect();
}

/** `duplicate_prepared_statement` and `invalid_sql_statement_name`. */
const isForeignStatement = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '42P05' || error.code === '26000');
