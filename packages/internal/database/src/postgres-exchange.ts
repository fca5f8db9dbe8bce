import type { Connection, CustomTypesConfig, FieldDef, Submittable } from 'pg';
import {
  unnamedStatement,
  type Column,
  type PreparedStatements,
  type RowShape,
  type Statement,
} from './prepared-statements.ts';

export interface StatementToSend {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface AskedStatement extends StatementToSend {
  /** Whether the caller needs its result. */
  readonly isAsked: boolean;
}

export interface ExchangeResult {
  readonly rows: readonly unknown[];
  /** As Postgres reports it, e.g. `UPDATE 2`. */
  readonly tag: string;
}

export interface ExchangeOutcome {
  /** Results of the statements that are asked for: all of them, or those before the failure. */
  readonly results: readonly ExchangeResult[];
  readonly failure?: { readonly error: unknown };
}

type Serialize = (typeof import('pg-protocol'))['serialize'];

export interface ExchangeOptions {
  readonly serialize: Serialize;
  readonly types: CustomTypesConfig;
  readonly statementMs: number | undefined;
}

/**
 * Several statements in one message of the extended protocol: one system call each way. Postgres runs them in order
 * and skips the rest, up to the end of the message, after the first that fails. Never rejects.
 */
export function exchange(
  client: { query(submittable: Submittable): unknown },
  prepared: PreparedStatements,
  statements: readonly AskedStatement[],
  options: ExchangeOptions,
): Promise<ExchangeOutcome> {
  return new Promise((resolve) => {
    const sent = new Exchange(prepared, statements, options);
    // Assigned by name: the client replaces it by one that stops the clock of `query_timeout`.
    sent.callback = (error) => {
      const { results } = sent;
      resolve(error === undefined ? { results } : { results, failure: { error: withStackOf(error) } });
    };
    client.query(sent);
  });
}

/** A query of another package, as `pg` expects it: `pg` calls `submit` once, then a method for each message of Postgres. */
class Exchange implements Submittable {
  callback: (error?: unknown) => void = () => {};
  readonly results: ExchangeResult[] = [];
  readonly query_timeout: number | undefined;
  readonly #prepared: PreparedStatements;
  readonly #statements: readonly Statement[];
  /** By statement: whether its result is wanted. */
  readonly #isAsked: readonly boolean[];
  readonly #dropped: readonly string[];
  readonly #parsed: string[] = [];
  readonly #bytes: Buffer;
  readonly #types: CustomTypesConfig;
  #completed = 0;
  #rows: unknown[] = [];

  constructor(
    prepared: PreparedStatements,
    statements: readonly AskedStatement[],
    { serialize, types, statementMs }: ExchangeOptions,
  ) {
    // Throws for a value of another type, before any statement counts as parsed.
    const parameters = statements.map(({ values }) => values.map(toParameter));
    this.query_timeout = statementMs;
    this.#prepared = prepared;
    this.#types = types;
    this.#isAsked = statements.map(({ isAsked }) => isAsked);
    this.#statements = statements.map(({ text, values }) =>
      // `begin` and `savepoint` have no values, and no plan.
      values.length === 0 ? unnamedStatement() : prepared.find(text),
    );
    this.#dropped = prepared.takeDropped();
    const parts: Buffer[] = [];
    for (const [index, statement] of this.#statements.entries()) {
      const { name, isParsed, shape } = statement;
      const { text, isAsked } = statements[index] as AskedStatement;
      if (!isParsed) parts.push(serialize.parse({ name, text }));
      if (!isParsed && name !== '') {
        // This message may contain the statement once more.
        statement.isParsed = true;
        this.#parsed.push(text);
      }
      parts.push(serialize.bind({ statement: name, values: parameters[index] ?? [] }));
      if (isAsked && shape === undefined) parts.push(serialize.describe({ type: 'P' }));
      parts.push(serialize.execute());
    }
    // At the end: one of them may be a statement of this message.
    parts.push(...this.#dropped.map((name) => serialize.close({ type: 'S', name })), serialize.sync());
    this.#bytes = Buffer.concat(parts);
  }

  submit(connection: Connection): void {
    connection.stream.write(this.#bytes);
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
    const statement = this.#statements[this.#completed];
    if (statement !== undefined)
      statement.shape = { columns, empty: Object.fromEntries(columns.map(({ name }) => [name, null])) };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#isAsked[this.#completed] !== true) return;
    const { columns, empty } = this.#statements[this.#completed]?.shape ?? withoutRows;
    const row: Record<string, unknown> = { ...empty };
    for (let index = 0; index < fields.length; index += 1) {
      const text = fields[index] as string | null;
      if (text === null) continue;
      const { name, parse } = columns[index] as Column;
      row[name] = parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    const statement = this.#statements[this.#completed];
    if (statement !== undefined && this.#isAsked[this.#completed] === true) {
      statement.shape ??= withoutRows;
      this.results.push({ rows: this.#rows, tag });
      this.#rows = [];
    }
    this.#completed += 1;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    this.callback();
  }

  handleError(error: unknown): void {
    // The client cannot know which statements Postgres skipped.
    this.#prepared.restore(this.#dropped, this.#parsed);
    this.callback(error);
  }
}

const withoutRows: RowShape = { columns: [], empty: {} };

/** As text, in which Postgres reads a value of any type. */
function toParameter(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (Buffer.isBuffer(value)) return value;
  throw new TypeError('A parameter of a statement must be text, a number, true or false, bytes, or null');
}

/** The trace of an error from a socket does not lead to the caller of the statement. */
function withStackOf(error: unknown): Error {
  return error instanceof Error ? error : new Error('The statement failed', { cause: error });
}
