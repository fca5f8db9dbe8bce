import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';

/** Where the bytes of a content are, and whether other rows may name them, too. */
export interface ContentKey {
  readonly blobKey: string;
  readonly isShared: boolean;
}

/** The columns of a key: `blob_key` is unique, so that bytes which no copy needs can have one row only. */
export const keyColumns = ({ blobKey, isShared }: ContentKey) => ({
  blob_key: isShared ? null : blobKey,
  shared_key: isShared ? blobKey : null,
});

export type KeyColumns = ReturnType<typeof keyColumns>;

/** The key in the columns of a file. null for folders and once the bytes are purged. */
export const keyOf = (row: { readonly blob_key: string | null; readonly shared_key: string | null }): string | null =>
  row.blob_key ?? row.shared_key;

/** The rows that name these bytes; `table` if a join has several with these columns. */
export const hasKey =
  (blobKey: string, table?: string) =>
  (of: ExpressionBuilder<any, any>): Expression<SqlBool> => {
    const prefix = table === undefined ? '' : `${table}.`;
    return of.or([of(`${prefix}blob_key`, '=', blobKey), of(`${prefix}shared_key`, '=', blobKey)]);
  };
