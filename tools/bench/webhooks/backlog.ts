import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock as clock, systemRandom as random } from '@drive/base';
import { createSecret } from '@drive/webhook-sender';
import { insertDeliveries } from '../../../packages/server/src/modules/webhooks/delivery-store.ts';
import { insertWebhook } from '../../../packages/server/src/modules/webhooks/webhook-store.ts';
import { migrate, openPostgres, openSqlite } from '../../../packages/server/src/platform/db/index.ts';
import { loadMasterSecret } from '../../../packages/server/src/platform/master-secret.ts';
import { createSecrets } from '../../../packages/server/src/platform/secrets.ts';
import { createAccounts, type SeededAccount } from '../tree/tree-accounts.ts';

export const envelope = (id: string): string =>
  JSON.stringify({
    id: `evt_${id}`,
    type: 'share.download',
    created: 1_784_000_000,
    data: {
      share_token: 'k3J9fPq2Zs7LwXv1',
      share_name: 'Pictures of the summer',
      recipient_email_domain: 'example.com',
      occurred_at: '2026-07-14T12:00:00.000Z',
    },
  });

/** Accounts with five webhooks each, and deliveries that wait for them, written as the server itself writes them. */
export async function fillBacklog(options: {
  /** Fresh. */
  readonly dataDirectory: string;
  readonly url: string;
  readonly users: number;
  readonly deliveries: number;
  readonly dueInMs: number;
  /** URL of an empty database of Postgres. Default: SQLite in the data directory. */
  readonly databaseUrl?: string | undefined;
}): Promise<{ readonly account: SeededAccount; readonly dueAt: number }> {
  const { dataDirectory, url, users, deliveries, databaseUrl } = options;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const database =
    databaseUrl === undefined
      ? openSqlite({ file: join(dataDirectory, 'drive.db') })
      : await openPostgres({ url: databaseUrl });
  await migrate(database, clock);
  const people = Array.from({ length: users }, (_, index) => ({
    email: `bench${index}@example.com`,
    password: 'a password for the bench',
  }));
  const accounts = await createAccounts(database, dataDirectory, people);
  const secrets = createSecrets(Buffer.from(loadMasterSecret(dataDirectory, random)));
  const webhookRowIds: number[] = [];
  for (const { userId } of accounts)
    for (let count = 0; count < 5; count++) {
      const id = random.uuid();
      const { encrypted, masked } = createSecret({ random, secrets }, id);
      const hook = {
        id,
        userId,
        url,
        secret: encrypted,
        secretMasked: masked,
        events: null,
        folderId: null,
        rootId: null,
        createdAt: clock.now(),
      };
      webhookRowIds.push((await database.write((tx) => insertWebhook(tx, hook))).rowId);
    }
  // Filling the queues doesn't eat up the time before they are due.
  const dueAt = clock.now() + Math.ceil(deliveries / 10) + options.dueInMs;
  for (let written = 0; written < deliveries;) {
    const batch = Array.from({ length: Math.min(500, deliveries - written) }, (_, index) => {
      const id = random.uuid();
      return {
        id,
        webhookRowId: webhookRowIds[(written + index) % webhookRowIds.length]!,
        eventId: `evt_${id}`,
        type: 'share.download',
        ownBody: envelope(id),
        createdAt: dueAt,
      };
    });
    await database.write((tx) => insertDeliveries(tx, database.dialect, batch));
    written += batch.length;
  }
  await database.close();
  return { account: accounts[0]!.account, dueAt };
}
