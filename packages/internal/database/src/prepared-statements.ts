export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** The columns of a statement's rows, known once it has run. */
export interface RowShape {
  readonly columns: readonly Column[];
  /** Copied for each row, which is faster than adding its fields one by one. */
  readonly empty: Readonly<Record<string, unknown>>;
}

/** How a connection sends a statement. */
export interface Statement {
  /** Name of the prepared statement; empty: the statement is parsed for each use. */
  readonly name: string;
  isParsed: boolean;
  /** Undefined before its first use under this name. */
  shape: RowShape | undefined;
}

/**
 * Each prepared statement, with its plan, takes some 50 kB in the process of Postgres that serves the connection. There
 * are more different statements, because lists of values have many lengths.
 */
const MAX_STATEMENTS = 200;

/**
 * The prepared statements of one connection: those that were used last. A statement is prepared at its second use,
 * because most texts that are used once have lists of values in them.
 */
export class PreparedStatements {
  readonly #isPreparing: boolean;
  /** By text, the last used last. */
  readonly #statements = new Map<string, Statement>();
  readonly #usedOnce = new Set<string>();
  readonly #dropped: string[] = [];
  #count = 0;

  constructor({ isPreparing }: { readonly isPreparing: boolean }) {
    this.#isPreparing = isPreparing;
  }

  find(text: string): Statement {
    const known = this.#statements.get(text);
    if (known !== undefined) {
      this.#statements.delete(text);
      this.#statements.set(text, known);
      return known;
    }
    if (!this.#isPreparing) return unnamedStatement();
    if (!this.#usedOnce.delete(text)) {
      if (this.#usedOnce.size === MAX_STATEMENTS) this.#usedOnce.clear();
      this.#usedOnce.add(text);
      return unnamedStatement();
    }
    for (const [oldest, { name }] of this.#statements) {
      if (this.#statements.size < MAX_STATEMENTS) break;
      this.#statements.delete(oldest);
      this.#dropped.push(name);
    }
    this.#count += 1;
    const statement = { name: `s${this.#count}`, isParsed: false, shape: undefined };
    this.#statements.set(text, statement);
    return statement;
  }

  /** Names to close with the next message. Closing one that does not exist is no error. */
  takeDropped(): readonly string[] {
    return this.#dropped.splice(0);
  }

  /** For a message that failed: what it would have closed, and the texts of the statements that it prepared. */
  restore(dropped: readonly string[], parsed: readonly string[]): void {
    this.#dropped.push(...dropped);
    for (const text of parsed) {
      const statement = this.#statements.get(text);
      if (statement === undefined) continue;
      this.#statements.delete(text);
      this.#dropped.push(statement.name);
    }
  }
}

export const unnamedStatement = (): Statement => ({ name: '', isParsed: false, shape: undefined });
