import { dayMs, minuteMs, secondMs } from '@drive/base';
import type { WebhookDelivery } from '@drive/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { webhookApi } from '../../../test/api/webhook-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { startReceiver, toReceivers, type Receiver } from '../../../test/network/receivers.ts';

let drive: Drive;
let user: TestUser;
let receiver: Receiver;
let other: Receiver;
const retrySeconds = [60, 300, 1800];

beforeEach(async () => {
  const settings = { WEBHOOK_RETRY_SECONDS: retrySeconds.join(',') };
  drive = await startDrive({ outbound: toReceivers, settings });
  user = await drive.createUser();
  receiver = await startReceiver();
  other = await startReceiver();
});
afterEach(async () => {
  // A database of Postgres is used again, with its schema.
  if (inject('databaseKind') === 'postgres') await execute('drop function if exists defect() cascade');
  await drive.close();
  for (const each of [receiver, other]) await each.close();
});

const { create, deliveriesOf, publish } = webhookApi(() => ({ drive, user }));

const execute = (statement: string): Promise<unknown> => drive.database.write((tx) => sql.raw(statement).execute(tx));

/** From now on the database refuses these changes. `when` is a condition on the row. */
async function refuse(change: string, when: string): Promise<void> {
  const statements =
    inject('databaseKind') === 'sqlite'
      ? [`create trigger defect before ${change} for each row when ${when} begin select raise(abort, 'a defect'); end`]
      : [
          `create function defect() returns trigger language plpgsql as $$ begin raise exception 'a defect'; end $$`,
          `create trigger defect before ${change} for each row when (${when}) execute function defect()`,
        ];
  for (const statement of statements) await execute(statement);
}

const countErrors = (event: string): number =>
  drive.logged.filter((line) => line.level === 'error' && line.event === event).length;
const stateOf = ([delivery]: readonly WebhookDelivery[]): unknown[] => [delivery?.status, delivery?.attempts.length];

describe('a delivery whose attempts the database refuses to record', () => {
  it('is sent as often as one that fails, at the same times, while others are recorded', async () => {
    receiver.answer = 418;
    const webhook = await create(receiver.url);
    const sound = await create(other.url);
    await refuse('insert on webhook_attempts', 'new.status_code = 418');
    await publish();
    await drive.drain();
    expect(stateOf(await deliveriesOf(sound))).toEqual(['delivered', 1]);
    for (const [index, seconds] of retrySeconds.entries()) {
      expect(receiver.received).toHaveLength(index + 1);
      expect(stateOf(await deliveriesOf(webhook))).toEqual(['pending', 0]);
      drive.clock.advance(seconds * secondMs - 1);
      await drive.drain();
      expect(receiver.received).toHaveLength(index + 1);
      drive.clock.advance(1);
      await drive.drain();
    }
    expect(receiver.received).toHaveLength(4);
    expect(stateOf(await deliveriesOf(webhook))).toEqual(['failed', 0]);
    expect(countErrors('webhook attempt not recorded')).toBe(4);
    await publish();
    await drive.drain();
    expect(other.received).toHaveLength(2);
  });

  it('is sent once if the receiver accepts it', async () => {
    receiver.answer = 202;
    const webhook = await create(receiver.url);
    await refuse('insert on webhook_attempts', 'new.status_code = 202');
    await publish();
    await drive.drain();
    drive.clock.advance(dayMs);
    await drive.drain();
    expect(receiver.received).toHaveLength(1);
    expect(stateOf(await deliveriesOf(webhook))).toEqual(['delivered', 0]);
    expect(countErrors('webhook attempt not recorded')).toBe(1);
  });

  it.each([200, 500])('waits a minute if not even its state can be recorded, answered %i', async (answer) => {
    receiver.answer = answer;
    const webhook = await create(receiver.url);
    await publish();
    const [row] = await drive.database.reader.selectFrom('webhook_deliveries').select('row_id').execute();
    await refuse('update on webhook_deliveries', `new.row_id = ${row?.row_id} and new.attempts > 0`);
    await create(other.url);
    await publish(3);
    for (const sent of [1, 2, 3]) {
      await drive.drain();
      await drive.drain();
      expect(await countSent(webhook)).toBe(sent);
      expect(countErrors('webhook attempt not recorded')).toBe(sent);
      drive.clock.advance(minuteMs);
    }
    expect(other.received).toHaveLength(3);
    expect((await deliveriesOf(webhook)).map(({ status }) => status === 'pending')).toEqual(
      answer === 200 ? [false, false, false, true] : [true, true, true, true],
    );
  });
});

it('a delivery that cannot be sent by a defect waits a minute', async () => {
  // Every request to the outside throws an error that is none of a receiver.
  const broken = await startDrive();
  const owner = await broken.createUser();
  const api = webhookApi(() => ({ drive: broken, user: owner }));
  await api.create('https://receiver.example/');
  await api.publish();
  const countDefects = (): number => broken.logged.filter(({ event }) => event === 'webhook scheduling failed').length;
  for (const count of [1, 2]) {
    await broken.drain();
    await broken.drain();
    expect(countDefects()).toBe(count);
    broken.clock.advance(minuteMs);
  }
  await broken.close();
});

/** How often the oldest delivery of the webhook was sent. */
async function countSent(webhook: { readonly id: string }): Promise<number> {
  const oldest = (await deliveriesOf(webhook)).at(-1)?.id;
  return receiver.received.filter(({ headers }) => headers['x-service-delivery'] === oldest).length;
}
