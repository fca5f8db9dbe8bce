import { createBaseUrl, type Log, minuteMs, secondMs, systemRandom } from '@drive/base';
import { createTestClock } from '@drive/base/test';
import { JobQueue } from '@drive/jobs';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { noFeatureLimits } from '../limits/index.ts';
import { createSecrets } from '../secrets.ts';
import { Mails } from './mails.ts';

const silent = (): void => {};
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

test('a mail is loaded at each attempt, and retried for about five hours', async () => {
  const handle = await createTestDatabase();
  const { database } = handle;
  const clock = createTestClock();
  const startedAt = clock.now();
  const jobs = new JobQueue({ database, clock, random: systemRandom, log, runsOnlyWhenDrained: true });
  const attempts: number[] = [];
  const outcomes: string[] = [];
  const mails = new Mails({
    baseUrl: createBaseUrl('https://drive.example.com'),
    clock,
    database,
    delivery: 'smtp',
    featureLimiter: noFeatureLimits,
    instance: { name: 'Drive', color: undefined, logo: undefined },
    jobs,
    language: 'en',
    secrets: createSecrets(Buffer.alloc(32)),
    log,
    mailer: {
      send: async ({ to, subject }) => {
        expect([to, subject]).toEqual(['ada@example.org', `attempt ${attempts.length}`]);
        attempts.push((clock.now() - startedAt) / secondMs);
        throw new Error('mailbox full');
      },
    },
  });
  const job = mails.defineSecurity({
    type: 'test.mail',
    load: async ({ to }: { readonly to: string }) => ({ to, number: attempts.length }),
    render: ({ number }) => ({
      subject: `attempt ${number}`,
      before: [],
      sent: async () => void outcomes.push('sent'),
      unsent: async () => void outcomes.push('unsent'),
    }),
  });
  jobs.start();
  await database.write((tx) => job.enqueue(tx, { to: 'ada@example.org' }));
  for (let passed = 0; passed < 600; passed += 1) {
    await jobs.drain();
    clock.advance(passed === 0 ? 10 * secondMs : minuteMs);
  }
  expect(attempts).toEqual([0, 10, 70, 370, 1270, 4870, 19_270]);
  expect(outcomes).toEqual(Array.from({ length: 7 }, () => 'unsent'));
  expect((await jobs.list({}, { page: 1, limit: 10 })).jobs).toMatchObject([{ state: 'failed', attempts: 7 }]);
  await jobs.stop();
  await handle.close();
});
