import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock as clock, systemRandom as random } from '@drive/base';
import { JobQueue } from '@drive/jobs';
import { fanOut } from '../../../packages/server/src/modules/webhooks/event-fan-out.ts';
import { insertWebhook } from '../../../packages/server/src/modules/webhooks/webhook-store.ts';
import { migrate, openSqlite } from '../../../packages/server/src/platform/db/index.ts';
import { createEvents } from '../../../packages/server/src/platform/events/index.ts';
import { median } from '../measure.ts';
import { createAccounts } from '../tree/tree-accounts.ts';

export interface PublishCost {
  readonly webhooks: number;
  /** Microseconds, medians over the rounds. */
  readonly us: number;
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const perTransaction = 50;
const transactions = 20;
const rounds = 9;

/** The cost of an event inside its transaction, by the number of webhooks of the user; without the commit. */
export async function measurePublishing(dataDirectory: string): Promise<readonly PublishCost[]> {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const database = openSqlite({ file: join(dataDirectory, 'drive.db') });
  await migrate(database, clock);
  const events = createEvents({
    database,
    clock,
    random,
    jobs: new JobQueue({ database, clock, random, log: silent, runsOnlyWhenDrained: true }),
  });
  fanOut({ database, random, events }, () => {});
  const counts = [0, 1, 5];
  const accounts = await createAccounts(
    database,
    dataDirectory,
    counts.map((count) => ({ email: `hooks${count}@example.com`, password: 'a password for the bench' })),
  );
  const users = counts.map((webhooks, index) => ({ webhooks, userId: accounts[index]!.userId, us: [] as number[] }));
  for (const { webhooks, userId } of users)
    for (let made = 0; made < webhooks; made++) {
      const hook = {
        id: random.uuid(),
        userId,
        url: 'https://hooks.example.com/',
        secret: '',
        secretMasked: '',
        events: null,
        folderId: null,
        rootId: null,
        createdAt: 0,
      };
      await database.write((tx) => insertWebhook(tx, hook));
    }
  const data = {
    share_token: 'k3J9fPq2Zs7LwXv1',
    share_name: 'Pictures of the summer',
    recipient_email_domain: 'example.com',
    occurred_at: '2026-07-14T12:00:00.000Z',
  };
  for (let round = 0; round <= rounds; round++)
    for (const { userId, us } of users) {
      let ms = 0;
      for (let transaction = 0; transaction < transactions; transaction++)
        await database.write(async (tx) => {
          const began = performance.now();
          for (let count = 0; count < perTransaction; count++)
            events.publish(tx, { type: 'share.download', userId, data });
          // The events are stored before.
          tx.beforeCommit(async () => void (ms += performance.now() - began));
        });
      // The first warms up.
      if (round > 0) us.push((ms * 1000) / (transactions * perTransaction));
    }
  await database.close();
  return users.map(({ webhooks, us }) => ({ webhooks, us: median(us) }));
}
