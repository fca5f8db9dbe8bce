import { compileOnce, type Tx } from '../../platform/db/index.ts';
import type { ClaimedDelivery, NewDelivery } from './queue-store.ts';

export interface SettledAttempt {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly dueAt: number | null;
  readonly at: number;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
}

const updateClaimed = compileOnce(
  (
    tx: Tx,
    values: {
      rowId: number;
      claim: string;
      status: SettledAttempt['status'];
      dueAt: number | null;
      attempts: number;
      responseBody: string | null;
    },
  ) =>
    tx
      .updateTable('webhook_deliveries')
      .set({
        status: values.status,
        due_at: values.dueAt,
        claimed_by: null,
        attempts: values.attempts,
        response_body: values.responseBody,
      })
      .where('row_id', '=', values.rowId)
      .where('claimed_by', '=', values.claim)
      .returning('row_id'),
);

/** False where the claim was lost: nothing was written. */
export async function settleAttempt(
  tx: Tx,
  { rowId, claim, attempts }: Pick<ClaimedDelivery, 'rowId' | 'claim' | 'attempts'>,
  attempt: SettledAttempt,
): Promise<boolean> {
  const { status, dueAt, responseBody } = attempt;
  const [row] = await updateClaimed(tx, { rowId, claim, status, dueAt, attempts: attempts + 1, responseBody });
  if (row === undefined) return false;
  await insertAttempt(tx, rowId, attempts + 1, attempt);
  return true;
}

const insertAttemptRow = compileOnce(
  (
    tx: Tx,
    values: {
      deliveryRowId: number;
      number: number;
      at: number;
      durationMs: number;
      statusCode: number | null;
      error: string | null;
    },
  ) =>
    tx.insertInto('webhook_attempts').values({
      delivery_id: values.deliveryRowId,
      number: values.number,
      at: values.at,
      duration_ms: values.durationMs,
      status_code: values.statusCode,
      error: values.error,
    }),
);

async function insertAttempt(
  tx: Tx,
  deliveryRowId: number,
  number: number,
  { at, durationMs, statusCode, error }: SettledAttempt,
): Promise<void> {
  await insertAttemptRow(tx, { deliveryRowId, number, at, durationMs, statusCode, error });
}

/** Of a delivery that was made at once and is not tried again. */
export async function insertFinished(tx: Tx, delivery: NewDelivery, attempt: SettledAttempt): Promise<void> {
  const { row_id } = await tx
    .insertInto('webhook_deliveries')
    .values({
      id: delivery.id,
      webhook_id: delivery.webhookRowId,
      event_id: delivery.eventId,
      type: delivery.type,
      body: delivery.body,
      status: attempt.status,
      attempts: 1,
      due_at: null,
      response_body: attempt.responseBody,
      created_at: delivery.createdAt,
    })
    .returning('row_id')
    .executeTakeFirstOrThrow();
  await insertAttempt(tx, row_id, 1, attempt);
}
