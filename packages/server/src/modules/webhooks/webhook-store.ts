import { defaultWebhookEvents, WebhookEvent } from '@drive/contract';
import { sql, type RawBuilder } from 'kysely';
import {
  compileOnce,
  converted,
  defineRow,
  type Dialect,
  flag,
  isAmong,
  type Reader,
  rowIdList,
  type RowOf,
  toNumber,
  type Tx,
} from '../../platform/db/index.ts';
import type { SealedValues } from '../../platform/secrets.ts';
import { userIsAdmitted } from '../accounts/index.ts';

function readEvents(stored: string | null): WebhookEvent[] {
  const names = stored?.split(' ') ?? defaultWebhookEvents;
  return WebhookEvent.options.filter((type) => (names as readonly string[]).includes(type));
}

const webhookRow = defineRow('webhooks', {
  rowId: 'row_id',
  id: 'id',
  userId: 'user_id',
  url: 'url',
  secret: 'secret',
  secretMasked: 'secret_masked',
  events: converted('events', readEvents),
  folderId: 'folder_id',
  rootId: 'root_id',
  isEnabled: flag('enabled'),
  disabledReason: 'disabled_reason',
  consecutiveFailures: 'consecutive_failures',
  cancelledTo: 'cancelled_to',
  createdAt: 'created_at',
});
export type WebhookRow = RowOf<typeof webhookRow>;

/** Newest first. */
export async function listWebhookRows(reader: Reader, userId: number): Promise<WebhookRow[]> {
  const rows = await reader
    .selectFrom('webhooks')
    .select(webhookRow.columns)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('row_id', 'desc')
    .execute();
  return rows.map(webhookRow.from);
}

export async function findWebhook(reader: Reader, userId: number, id: string): Promise<WebhookRow | undefined> {
  const row = await reader
    .selectFrom('webhooks')
    .select(webhookRow.columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && webhookRow.from(row);
}

const selectByRowId = compileOnce((reader: Reader, values: { rowId: number }) =>
  reader
    .selectFrom('webhooks')
    .select(webhookRow.columns)
    .where('row_id', '=', values.rowId)
    .where('deleted_at', 'is', null),
);

/** owners.row_id of whose it is. */
export async function findWebhookOwner(reader: Reader, id: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom('webhooks')
    .select('user_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

export async function findWebhookByRowId(reader: Reader, rowId: number): Promise<WebhookRow | undefined> {
  const [row] = await selectByRowId(reader, { rowId });
  return row && webhookRow.from(row);
}

const selectAll = (dialect: Dialect, locks: boolean) =>
  compileOnce((tx: Tx, { rowIds }: { rowIds: string }) => {
    const rows = tx
      .selectFrom('webhooks')
      .select(webhookRow.columns)
      .where(isAmong(dialect, 'row_id', rowIds))
      .where('deleted_at', 'is', null)
      .orderBy('row_id');
    return locks && dialect === 'postgres' ? rows.forNoKeyUpdate() : rows;
  });
const selectMany = {
  sqlite: { seen: selectAll('sqlite', false), locked: selectAll('sqlite', true) },
  postgres: { seen: selectAll('postgres', false), locked: selectAll('postgres', true) },
};

/** `locked`: no other transaction changes them until this one ends. */
export async function listWebhooksByRowId(
  tx: Tx,
  dialect: Dialect,
  rowIds: readonly number[],
  mode: 'seen' | 'locked',
): Promise<ReadonlyMap<number, WebhookRow>> {
  const rows = await selectMany[dialect][mode](tx, { rowIds: rowIdList(dialect, rowIds) });
  return new Map(rows.map((row) => [row.row_id, webhookRow.from(row)]));
}

const selectActive = compileOnce((reader: Reader, values: { rowId: number }) =>
  reader
    .selectFrom('webhooks')
    .select(webhookRow.columns)
    .where('row_id', '=', values.rowId)
    .where('deleted_at', 'is', null)
    .where(userIsAdmitted('webhooks.user_id')),
);

/** undefined also if the owner is disabled or suspended: the deliveries wait until the account is back. */
export async function findActiveWebhook(reader: Reader, rowId: number): Promise<WebhookRow | undefined> {
  const [row] = await selectActive(reader, { rowId });
  return row && webhookRow.from(row);
}

const selectEnabled = compileOnce((tx: Tx, values: { userId: number }) =>
  tx
    .selectFrom('webhooks')
    .select(['row_id', 'events', 'folder_id', 'root_id'])
    .where('user_id', '=', values.userId)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', 1),
);

/** An enabled webhook and what it wants to receive. */
export interface EventReceiver extends Pick<WebhookRow, 'rowId' | 'events' | 'folderId' | 'rootId'> {}

export async function listReceivers(tx: Tx, userId: number): Promise<EventReceiver[]> {
  const rows = await selectEnabled(tx, { userId });
  return rows.map((row) => ({
    rowId: row.row_id,
    events: readEvents(row.events),
    folderId: row.folder_id,
    rootId: row.root_id,
  }));
}

/** Whether the user of a row has an enabled webhook. */
export const hasReceivers = (userId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from webhooks where webhooks.user_id = ${sql.ref(userId)} and webhooks.deleted_at is null and webhooks.enabled = 1)`;

export async function listUrls(
  reader: Reader,
  rowIds: readonly number[],
): Promise<{ readonly rowId: number; readonly url: string }[]> {
  const rows = await reader.selectFrom('webhooks').select(['row_id', 'url']).where('row_id', 'in', rowIds).execute();
  return rows.map((row) => ({ rowId: row.row_id, url: row.url }));
}

export async function countWebhooks(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('webhooks')
    .select((select) => select.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return toNumber(count);
}

export async function insertWebhook(
  tx: Tx,
  webhook: Pick<
    WebhookRow,
    'id' | 'userId' | 'url' | 'secret' | 'secretMasked' | 'folderId' | 'rootId' | 'createdAt'
  > & {
    /** null: the default ones. */
    readonly events: readonly WebhookEvent[] | null;
  },
): Promise<WebhookRow> {
  const row = await tx
    .insertInto('webhooks')
    .values({
      id: webhook.id,
      user_id: webhook.userId,
      url: webhook.url,
      secret: webhook.secret,
      secret_masked: webhook.secretMasked,
      events: webhook.events?.join(' ') ?? null,
      folder_id: webhook.folderId,
      root_id: webhook.rootId,
      enabled: 1,
      created_at: webhook.createdAt,
    })
    .returning(webhookRow.columns)
    .executeTakeFirstOrThrow();
  return webhookRow.from(row);
}

export async function setSecret(
  tx: Tx,
  rowId: number,
  secret: { readonly encrypted: string; readonly masked: string },
): Promise<WebhookRow | undefined> {
  const row = await tx
    .updateTable('webhooks')
    .set({ secret: secret.encrypted, secret_masked: secret.masked })
    .where('row_id', '=', rowId)
    .where('deleted_at', 'is', null)
    .returning(webhookRow.columns)
    .executeTakeFirst();
  return row && webhookRow.from(row);
}

export async function setUrl(tx: Tx, rowId: number, url: string): Promise<void> {
  await tx.updateTable('webhooks').set({ url }).where('row_id', '=', rowId).execute();
}

export async function setEvents(tx: Tx, rowId: number, events: readonly WebhookEvent[]): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ events: events.join(' ') })
    .where('row_id', '=', rowId)
    .execute();
}

export async function setFolder(tx: Tx, rowId: number, folderId: string | null): Promise<void> {
  await tx.updateTable('webhooks').set({ folder_id: folderId }).where('row_id', '=', rowId).execute();
}

/** Cancels all waiting deliveries. Returns false if the webhook was disabled before. */
export async function disableRow(tx: Tx, rowId: number, reason: string | null): Promise<boolean> {
  const row = await tx
    .updateTable('webhooks')
    .set({ enabled: 0, disabled_reason: reason, cancelled_to: newestDelivery(tx, rowId) })
    .where('row_id', '=', rowId)
    .where('enabled', '=', 1)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deliveries from before stay cancelled. */
export async function enableRow(tx: Tx, rowId: number): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ enabled: 1, disabled_reason: null, consecutive_failures: 0, cancelled_to: newestDelivery(tx, rowId) })
    .where('row_id', '=', rowId)
    .where('enabled', '=', 0)
    .execute();
}

const newestDelivery = (tx: Tx, rowId: number) =>
  tx
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.coalesce(select.fn.max('row_id'), select.val(0)).as('newest'))
    .where('webhook_id', '=', rowId);

/** Number of failed deliveries in a row. */
export async function setFailures(tx: Tx, rowId: number, failures: number): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ consecutive_failures: failures })
    .where('row_id', '=', rowId)
    .where('enabled', '=', 1)
    .execute();
}

export async function markDeleted(tx: Tx, rowId: number, at: number): Promise<boolean> {
  const row = await tx
    .updateTable('webhooks')
    .set({ deleted_at: at, enabled: 0 })
    .where('row_id', '=', rowId)
    .where('deleted_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the row; remaining deliveries are deleted by cascade. */
export async function deleteMarkedWebhook(tx: Tx, rowId: number): Promise<void> {
  await tx.deleteFrom('webhooks').where('row_id', '=', rowId).where('deleted_at', 'is not', null).execute();
}

export const sealedWebhookSecrets: SealedValues = {
  what: 'secrets of webhooks',
  purpose: 'webhook-secret',
  list: (reader, after, limit) =>
    reader
      .selectFrom('webhooks')
      .select(['row_id as rowId', 'id as owner', 'secret as sealed'])
      .where('row_id', '>', after)
      .where('deleted_at', 'is', null)
      .orderBy('row_id')
      .limit(limit)
      .execute(),
  replace: async (tx, { rowId, sealed: from }, to) => {
    await tx
      .updateTable('webhooks')
      .set({ secret: to })
      .where('row_id', '=', rowId)
      .where('secret', '=', from)
      .execute();
  },
};
