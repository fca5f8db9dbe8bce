import { microsoftNamespace } from '@drive/webdav-protocol';
import { sql } from 'kysely';
import { toNumber, type Reader, type Tx } from '../../platform/db/index.ts';

/** A property that clients set (RFC 4918, 4). */
export interface DeadProperty {
  readonly namespace: string;
  readonly name: string;
  /** The element as XML, which declares its namespaces itself but for the prefix D. */
  readonly xml: string;
}

type PropertyName = Pick<DeadProperty, 'namespace' | 'name'>;

/** A property whose XML is not read yet. */
export interface PropertyHead {
  readonly rowId: number;
  readonly itemRowId: number;
  readonly bytes: number;
}

/** The properties of these items in the order of their names; `only`: those with one of these names. */
export async function listPropertyHeads(
  reader: Reader,
  itemRowIds: readonly number[],
  only: readonly PropertyName[] | undefined,
): Promise<(PropertyHead & Partial<PropertyName>)[]> {
  if (itemRowIds.length === 0) return [];
  const query = reader
    .selectFrom('dav_properties')
    .select(['row_id as rowId', 'item_id as itemRowId'])
    // Unlike `length`, it reads no text.
    .select((of) => of.fn<number>('octet_length', ['xml']).as('bytes'))
    .where('item_id', 'in', itemRowIds)
    // Stored by earlier versions: now a live property.
    .where((of) => of.not(of.and([of('namespace', '=', microsoftNamespace), of('name', '=', 'Win32LastModifiedTime')])))
    .orderBy('namespace')
    .orderBy('name');
  if (only === undefined) return query.execute();
  return query
    .select(['namespace', 'name'])
    .where((of) =>
      of.or(only.map(({ namespace, name }) => of.and([of('namespace', '=', namespace), of('name', '=', name)]))),
    )
    .execute();
}

/** By their row ids; `xml` is empty without `withXml`. */
export async function readProperties(
  reader: Reader,
  rowIds: readonly number[],
  withXml: boolean,
): Promise<Map<number, DeadProperty>> {
  const rows = await reader
    .selectFrom('dav_properties')
    .select(['row_id as rowId', 'namespace', 'name'])
    .select((of) => (withXml ? of.ref('xml') : of.val('')).as('xml'))
    .where('row_id', 'in', rowIds)
    .execute();
  return new Map(rows.map((row) => [row.rowId, row]));
}

export async function listProperties(
  reader: Reader,
  itemRowIds: readonly number[],
): Promise<Map<number, DeadProperty[]>> {
  if (itemRowIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('dav_properties')
    .select(['item_id as itemRowId', 'namespace', 'name', 'xml'])
    .where('item_id', 'in', itemRowIds)
    .orderBy('namespace')
    .orderBy('name')
    .execute();
  return Map.groupBy(rows, ({ itemRowId }) => itemRowId);
}

export async function setProperty(tx: Tx, itemRowId: number, { namespace, name, xml }: DeadProperty): Promise<void> {
  await tx
    .insertInto('dav_properties')
    .values({ item_id: itemRowId, namespace, name, xml })
    .onConflict((conflict) => conflict.columns(['item_id', 'namespace', 'name']).doUpdateSet({ xml }))
    .execute();
}

export async function removeProperty(
  tx: Tx,
  itemRowId: number,
  { namespace, name }: Pick<DeadProperty, 'namespace' | 'name'>,
): Promise<void> {
  await tx
    .deleteFrom('dav_properties')
    .where('item_id', '=', itemRowId)
    .where('namespace', '=', namespace)
    .where('name', '=', name)
    .execute();
}

/** Replaces the properties of an item by those of another. */
export async function copyProperties(tx: Tx, fromRowId: number, toRowId: number): Promise<void> {
  await tx.deleteFrom('dav_properties').where('item_id', '=', toRowId).execute();
  await tx
    .insertInto('dav_properties')
    .columns(['item_id', 'namespace', 'name', 'xml'])
    .expression((of) =>
      of
        .selectFrom('dav_properties')
        .select([sql<number>`${toRowId}`.as('item_id'), 'namespace', 'name', 'xml'])
        .where('item_id', '=', fromRowId),
    )
    .execute();
}

export async function haveProperties(reader: Reader, itemRowIds: readonly number[]): Promise<boolean> {
  const row = await reader
    .selectFrom('dav_properties')
    .select('row_id')
    .where('item_id', 'in', itemRowIds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Bytes that count in the quota of the owner. */
const bytes = sql<number>`octet_length(namespace) + octet_length(name) + octet_length(xml)`;

export async function countPropertyBytes(reader: Reader, itemRowId: number): Promise<number> {
  const row = await reader
    .selectFrom('dav_properties')
    .select((of) => of.fn.coalesce(of.fn.sum<number>(bytes), sql<number>`0`).as('bytes'))
    .where('item_id', '=', itemRowId)
    .executeTakeFirstOrThrow();
  return toNumber(row.bytes);
}

/** Deletes the properties of these items; returns the bytes by owner (owners.row_id). */
export async function deletePropertiesOfItems(tx: Tx, itemRowIds: readonly number[]): Promise<Map<number, number>> {
  const deleted = await tx
    .deleteFrom('dav_properties')
    .where('item_id', 'in', itemRowIds)
    .returning((of) => [
      bytes.as('bytes'),
      of.selectFrom('items').select('owner_id').whereRef('items.row_id', '=', 'dav_properties.item_id').as('owner_id'),
    ])
    .$narrowType<{ owner_id: number }>()
    .execute();
  return new Map(
    Array.from(
      Map.groupBy(deleted, (row) => row.owner_id),
      ([ownerId, rows]) => [ownerId, rows.reduce((sum, row) => sum + toNumber(row.bytes), 0)],
    ),
  );
}

/** The items of an owner that have properties, at most so many. */
export async function listItemsWithProperties(reader: Reader, ownerId: number, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('dav_properties')
    .innerJoin('items', 'items.row_id', 'dav_properties.item_id')
    .select('item_id')
    .distinct()
    .where('owner_id', '=', ownerId)
    .limit(limit)
    .execute();
  return rows.map((row) => row.item_id);
}
