import { dayMs, hourMs } from '@drive/base';
import { beforeEach, expect, test } from 'vitest';
import { putBytes, readStatus, reserveUpload, someBytes } from '../../test/api/uploads.ts';
import { driveForEachTest, drive, user } from '../../test/use-drive.ts';
import type { Schema, Tx } from '../platform/db/index.ts';

let webhookRowId: number;
let shareRowId: number;
driveForEachTest();
beforeEach(async () => {
  const webhook = {
    id: 'w',
    user_id: user.userId,
    url: 'x',
    secret: 'x',
    secret_masked: 'x',
    enabled: 1,
    created_at: 0,
  } as const;
  const insert = (tx: Tx) => tx.insertInto('webhooks').values(webhook).returning('row_id').executeTakeFirstOrThrow();
  webhookRowId = (await drive.database.write(insert)).row_id;
  const share = {
    token: 's',
    owner_id: user.userId,
    item_id: null,
    mode: 'SHARED',
    expires_at: null,
    password_hash: null,
    max_downloads: 1,
    notified_at: null,
    created_at: 0,
    revoked_at: null,
  } as const;
  const insertShare = (tx: Tx) => tx.insertInto('shares').values(share).returning('row_id').executeTakeFirstOrThrow();
  shareRowId = (await drive.database.write(insertShare)).row_id;
});

/** More rows than one batch. */
const ROWS = 300;

interface SweptTable {
  readonly sweep: string;
  readonly table: keyof Schema;
  /** Time between the `row`'s time and its expiry. */
  readonly ageMs: number;
  row(index: number, at: number): object;
}

const tables: readonly SweptTable[] = [
  {
    sweep: 'accounts.sweep',
    table: 'sessions',
    ageMs: 0,
    row: (index, at) => ({
      id: `s${index}`,
      user_id: user.userId,
      token_hash: `t${index}`,
      user_agent: null,
      created_at: 0,
      last_used_at: 0,
      expires_at: at,
    }),
  },
  {
    sweep: 'accounts.sweep',
    table: 'password_resets',
    ageMs: 0,
    row: (index, at) => ({ token_hash: `r${index}`, user_id: user.userId, expires_at: at }),
  },
  {
    sweep: 'accounts.sweep',
    table: 'invites',
    ageMs: 0,
    row: (index, at) => ({
      id: `i${index}`,
      token_hash: `i${index}`,
      email: null,
      created_by: user.userId,
      created_at: 0,
      expires_at: at,
      used_at: null,
    }),
  },
  {
    sweep: 'devices.sweep',
    table: 'device_codes',
    ageMs: 0,
    row: (index, at) => ({
      device_code_hash: `d${index}`,
      user_code: `u${index}`,
      state: 'waiting',
      user_id: null,
      created_at: 0,
      expires_at: at,
      polled_at: null,
    }),
  },
  {
    sweep: 'downloads.sweep',
    table: 'counted_downloads',
    ageMs: 7 * dayMs,
    row: (index, at) => ({ nonce: `n${index}`, expires_at: at }),
  },
  {
    sweep: 'shares.transfers',
    table: 'share_transfers',
    ageMs: 7 * dayMs,
    row: (index, at) => ({
      key: `t${index}`,
      share_id: shareRowId,
      total_bytes: 10,
      // Rows with deliveries and without.
      sent_bytes: index % 2 === 0 ? 10 : 0,
      counted: index % 2 === 0 ? 1 : 0,
      expires_at: at,
    }),
  },
  {
    sweep: 'shares.tickets',
    table: 'share_tickets',
    ageMs: 7 * dayMs,
    row: (index, at) => ({ id: `t${index}`, share_id: shareRowId, expires_at: at }),
  },
  {
    sweep: 'idempotency.sweep',
    table: 'idempotency_keys',
    ageMs: 24 * hourMs,
    row: (index, at) => ({
      scope: `scope${index % 7}`,
      key: `k${index}`,
      request_hash: 'h',
      status: 201,
      response: null,
      created_at: at,
    }),
  },
  {
    sweep: 'events.sweep',
    table: 'events',
    ageMs: 31 * dayMs,
    row: (index, at) => ({ id: `evt_${index}`, type: 'x', user_id: user.userId, data: '{}', created_at: at }),
  },
  {
    sweep: 'webhooks.sweep',
    table: 'webhook_deliveries',
    ageMs: 30 * dayMs,
    row: (index, at) => ({
      id: `d${index}`,
      webhook_id: webhookRowId,
      event_id: `evt_${index}`,
      type: 'x',
      body: '{}',
      status: 'failed',
      due_at: null,
      claimed_by: null,
      response_body: null,
      created_at: at,
    }),
  },
  {
    sweep: 'jobs.sweep',
    table: 'jobs',
    ageMs: 30 * dayMs,
    row: (index, at) => ({
      type: 'given-up',
      key: null,
      payload: `${index}`,
      run_at: 0,
      claimed_by: null,
      created_at: 0,
      failed_at: at,
      last_error: 'no',
    }),
  },
];

test.each(tables)('$sweep deletes expired rows of $table, in batches, and nothing else', async (swept) => {
  const { sweep, table, ageMs, row } = swept;
  // Waits for the periodic jobs, which a start adds in the background.
  await drive.jobs.runNow(sweep);
  const before = await countRows(table);
  const edge = drive.clock.now() - ageMs;
  await drive.database.write(async (tx) => {
    for (let first = 0; first < 2 * ROWS; first += 200) {
      const rows = Array.from({ length: 200 }, (_, index) =>
        row(first + index, first + index < ROWS ? edge - 1 : edge + hourMs),
      );
      await tx.insertInto(table).values(rows).execute();
    }
  });
  await drive.jobs.runNow(sweep);
  expect(await countRows(table)).toBe(before + ROWS);
  drive.clock.advance(2 * hourMs);
  await drive.jobs.runNow(sweep);
  expect(await countRows(table)).toBe(before);
});

async function countRows(table: keyof Schema): Promise<number> {
  const { reader } = drive.database;
  const row = await reader.selectFrom(table).select(reader.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return row.count;
}

test('the status of an upload is available for thirty days after its end, and its file stays', async () => {
  const sweep = (): Promise<void> => drive.jobs.runNow('uploads.ended');
  const complete = await reserveUpload(drive, user, { name: 'complete' });
  await putBytes(complete, someBytes(10));
  const cancelled = await reserveUpload(drive, user, { name: 'cancelled' });
  await fetch(cancelled.uploadUrl, { method: 'DELETE' });

  drive.clock.advance(30 * dayMs - 1);
  const open = await reserveUpload(drive, user, { name: 'open' });
  await sweep();
  expect(await readStatus(drive, user, complete.sessionId)).toMatchObject({ status: 'COMPLETE' });
  expect(await readStatus(drive, user, cancelled.sessionId)).toMatchObject({ status: 'FAILED' });

  drive.clock.advance(1);
  await sweep();
  for (const { sessionId } of [complete, cancelled])
    expect((await drive.fetch(`/api/uploads/${sessionId}/status`, { key: user.key })).status).toBe(404);
  expect(await readStatus(drive, user, open.sessionId)).toMatchObject({ status: 'PENDING' });
  expect((await drive.fetch(`/api/files/${complete.fileId}/path`, { key: user.key })).status).toBe(200);
});
