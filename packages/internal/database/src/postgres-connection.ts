import { DomainError } from '@drive/base';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PoolClient } from 'pg';
import { exchange, type ExchangeOptions, type ExchangeResult, type StatementToSend } from './postgres-exchange.ts';
import { PreparedStatements } from './prepared-statements.ts';

const begin = { text: 'start transaction isolation level read committed read write', values: [] };
const commit = { text: 'commit', values: [] };
const rollback = { text: 'rollback', values: [] };
const lock = (name: string): StatementToSend => ({
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [name],
});

/** A statement that waits to be sent; with `answer` if a caller waits for its result. */
interface WaitingStatement extends StatementToSend {
  readonly answer?: PromiseWithResolvers<ExchangeResult>;
}

/**
 * A connection of the pool. What needs no answer, such as the beginning of a transaction, waits for the next statement
 * and is sent with it, so that it costs no round trip. Statements that are run at the same time are sent in one message.
 */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #options: ExchangeOptions;
  readonly #prepared: PreparedStatements;
  #waiting: WaitingStatement[] = [];
  #willSend = false;
  /** Whether Postgres may have a transaction open. */
  #isOpen = false;
  /** Whether the waiting statements change something, and have to be sent before a commit. */
  #hasDeferred = false;
  #isLost = false;
  #savepoint: StatementToSend | undefined;
  #savepoints = 0;
  /** Names of the locks that the transaction has, and how many of them since before the savepoint. */
  #locks: string[] = [];
  #locksBefore = 0;

  constructor(client: PoolClient, { isPreparing, ...options }: ExchangeOptions & { readonly isPreparing: boolean }) {
    this.#client = client;
    this.#options = options;
    this.#prepared = new PreparedStatements({ isPreparing });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async executeQuery<Row>({ sql: text, parameters: values }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, tag } = await this.#send({ text, values });
    const affected = /^(?:INSERT|UPDATE|DELETE|MERGE) (?:\d+ )?(\d+)$/.exec(tag)?.[1];
    return {
      rows: rows as Row[],
      ...(affected === undefined ? {} : { numAffectedRows: BigInt(affected) }),
    };
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed: page through them by key');
  }

  begin(): void {
    this.#waiting = [begin];
    this.#hasDeferred = false;
    this.#savepoint = undefined;
    this.#savepoints = 0;
    this.#locks = [];
  }

  /** Other transactions wait from the next statement on. */
  lock(name: string): void {
    if (this.#locks.includes(name)) return;
    this.#locks.push(name);
    this.#waiting.push(lock(name));
  }

  /** Runs before the next statement, or before the commit. If it fails, that fails. */
  defer({ sql: text, parameters: values }: CompiledQuery): void {
    this.#waiting.push({ text, values });
    this.#hasDeferred = true;
  }

  /** Releases the one before. */
  savepoint(): void {
    if (this.#savepoints > 0) this.#waiting.push({ text: `release savepoint work_${this.#savepoints}`, values: [] });
    // A new name: if a message fails before it sets this one, returning must fail, too, not lead to an older one.
    this.#savepoints += 1;
    this.#savepoint = { text: `savepoint work_${this.#savepoints}`, values: [] };
    this.#locksBefore = this.#locks.length;
    this.#waiting.push(this.#savepoint);
  }

  /** To the last one: the statements since then have no effect. */
  rollbackToSavepoint(): void {
    this.#locks.splice(this.#locksBefore);
    const unsent = this.#waiting.findIndex((statement) => statement === this.#savepoint);
    if (unsent >= 0) this.#waiting.splice(unsent + 1);
    else this.#waiting = [{ text: `rollback to savepoint work_${this.#savepoints}`, values: [] }];
    this.#hasDeferred = true;
  }

  async commit(): Promise<void> {
    if (!this.#isOpen && !this.#hasDeferred) {
      this.#waiting = [];
      return;
    }
    const { tag } = await this.#send(commit);
    this.#isOpen = false;
    // Postgres answers so after a statement that failed.
    if (tag !== 'COMMIT') throw new Error(`The transaction was not committed: ${tag}`);
  }

  async rollback(): Promise<void> {
    this.#waiting = [];
    if (!this.#isOpen) return;
    await this.#send(rollback);
    this.#isOpen = false;
  }

  release(): void {
    this.#client.release(this.#isLost || this.#isOpen);
  }

  #send(statement: StatementToSend): Promise<ExchangeResult> {
    const answer = Promise.withResolvers<ExchangeResult>();
    this.#waiting.push({ ...statement, answer });
    if (!this.#willSend) {
      this.#willSend = true;
      // After the promises that are settled by now: their code may run statements, too.
      process.nextTick(() => void this.#sendWaiting());
    }
    return answer.promise;
  }

  async #sendWaiting(): Promise<void> {
    const statements = this.#waiting;
    this.#waiting = [];
    this.#willSend = false;
    const answers = statements.flatMap(({ answer }) => answer ?? []);
    const fail = (error: unknown): void => answers.forEach(({ reject }) => reject(error));
    // A rollback would wait for the statement that does not end.
    if (this.#isLost) return fail(unavailable(undefined));
    if (statements[0]?.text === begin.text) this.#isOpen = true;
    const asked = statements.map(({ text, values, answer }) => ({ text, values, isAsked: answer !== undefined }));
    const { results, failure } = await exchange(this.#client, this.#prepared, asked, this.#options);
    for (const result of results) answers.shift()?.resolve(result);
    if (failure === undefined) return undefined;
    if (!isConnectionLost(failure.error)) return fail(withAdvice(failure.error));
    this.#isLost = true;
    return fail(unavailable(failure.error));
  }
}

/** Postgres is stopping, starting or recovering (57P0x), or the connection broke. */
const lostCodes = /^(57P0[1-5]|08...|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;
/**
 * `pg` gives no code to the errors of a socket that closed or is silent. The code of the other two, 0A000, has many meanings: the
 * server became a standby, and a migration of another process changed a table under a prepared statement.
 */
const lostMessages =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error|cannot set transaction read-write mode|cached plan must not change)/;

export const isConnectionLost = (error: unknown): boolean =>
  lostCodes.test(codeOf(error) ?? '') || (error instanceof Error && lostMessages.test(error.message));

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Names the setting behind the errors of certificates, and adds what to change to the refusals of PgBouncer. */
export function withAdvice(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const advice = isUnreadableFile(error)
    ? 'Check the files that parameters of DRIVE_DATABASE_URL name, such as sslrootcert'
    : certificateCodes.test(codeOf(error) ?? '')
      ? 'Name the authority of its certificate by the parameter sslrootcert of DRIVE_DATABASE_URL'
      : error.message.startsWith('unsupported startup parameter')
        ? 'Set ignore_startup_parameters = options,idle_in_transaction_session_timeout in pgbouncer.ini'
        : /^prepared statement .* (already exists|does not exist)$/.test(error.message)
          ? 'Add the parameter prepare=false to DRIVE_DATABASE_URL, or let the pooler follow prepared statements'
          : undefined;
  return advice === undefined ? error : new Error(`${error.message}. ${advice}.`, { cause: error });
}

const isUnreadableFile = (error: Error): boolean => 'syscall' in error && error.syscall === 'open';
const certificateCodes = /CERT|ISSUER|LEAF_SIGNATURE/;

export function unavailable(cause: unknown): DomainError {
  return new DomainError('unavailable', 'The database does not answer. Try again in a moment.', {
    cause,
    retryAfterSeconds: 1,
  });
}
