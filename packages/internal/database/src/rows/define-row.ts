import type { Selectable } from 'kysely';

/** A field whose value is not its column as stored. */
export interface RowField<Column extends string, Value> {
  readonly column: Column;
  /** `computed`: the query selects the column itself, so it is not among `columns`. */
  readonly kind: 'converted' | 'computed';
  read(stored: unknown): Value;
}

type Fields<Table> = Readonly<Record<string, (keyof Selectable<Table> & string) | RowField<string, unknown>>>;
type SelectedOf<Table, F extends Fields<Table>> = ColumnOf<F[keyof F]> & keyof Selectable<Table> & string;
type ColumnOf<F> = F extends RowField<infer Column, unknown> ? Column : F;
type Value<Table, F> =
  F extends RowField<string, infer Read> ? Read : F extends keyof Selectable<Table> ? Selectable<Table>[F] : never;

/** `Table`: the columns of the table. */
export interface RowDefinition<Table, F extends Fields<Table>> {
  /** For `select` and `returning`; computed fields are not among them. */
  readonly columns: readonly SelectedOf<Table, F>[];
  /** `columns` of a table that the query gives another name. */
  columnsOf<Alias extends string>(alias: Alias): `${Alias}.${SelectedOf<Table, F>}`[];
  from(selected: Readonly<Record<ColumnOf<F[keyof F]> & string, unknown>>): {
    readonly [Name in keyof F]: Value<Table, F[Name]>;
  };
}

/** The type of the rows of a definition: `type KeyRow = RowOf<typeof keyRow>`. */
export type RowOf<Definition extends { from(selected: never): unknown }> = ReturnType<Definition['from']>;

/**
 * Describes the columns of a query, the type of a row in code, and the conversion once:
 *
 *     const webhookRow = defineRow('webhooks', { rowId: 'row_id', isEnabled: flag('enabled') });
 *     type WebhookRow = RowOf<typeof webhookRow>;
 *     const rows = await reader.selectFrom('webhooks').select(webhookRow.columns).execute();
 *     return rows.map(webhookRow.from);
 */
export type DefineRow<Schema> = <Name extends keyof Schema, const F extends Fields<Schema[Name]>>(
  table: Name,
  fields: F,
) => RowDefinition<Schema[Name], F>;

/** Typed by the schema of a program: `export const defineRow: DefineRow<Schema> = defineAnyRow`. */
export const defineAnyRow: DefineRow<any> = (
  _table: unknown,
  fields: Readonly<Record<string, string | RowField<string, unknown>>>,
): never => {
  const all = Object.values(fields).map((field) =>
    typeof field === 'string' ? { column: field, read: undefined, kind: 'stored' } : field,
  );
  const columns = all.filter(({ kind }) => kind !== 'computed').map(({ column }) => column);
  // Copying an object with all fields is twice as fast as adding fields one by one.
  const names = Object.keys(fields);
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(names.map((name) => [name, undefined]));
  const from = (selected: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const row = { ...empty };
    for (let index = 0; index < names.length; index += 1) {
      const { column, read } = all[index] as (typeof all)[number];
      row[names[index] as string] = read === undefined ? selected[column] : read(selected[column]);
    }
    return row;
  };
  const columnsOf = (alias: string): string[] => columns.map((column) => `${alias}.${column}`);
  return { columns, columnsOf, from } as never;
};

/** Yes or no: the drivers bind and return 1 or 0. */
export const flag = <Column extends string>(column: Column): RowField<Column, boolean> => ({
  column,
  kind: 'converted',
  read: (stored) => stored === 1,
});

/** Another form of a stored value, e.g. parsed JSON. */
export const converted = <Column extends string, Read extends (stored: never) => unknown>(
  column: Column,
  read: Read,
): RowField<Column, ReturnType<Read>> => ({
  column,
  kind: 'converted',
  read: read as RowField<Column, ReturnType<Read>>['read'],
});

/** A value that the query computes or joins under this name. */
export const computed = <Column extends string, Read extends (value: never) => unknown>(
  column: Column,
  read: Read,
): RowField<Column, ReturnType<Read>> => ({ ...converted(column, read), kind: 'computed' });
