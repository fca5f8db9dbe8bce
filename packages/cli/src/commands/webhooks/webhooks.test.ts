import type { Webhook, WebhookDelivery } from '@drive/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, toReceivers, type Receiver } from '../../../../server/test/network/receivers.ts';
import { useDrive } from '../../../test/drive-user.ts';

const me = useDrive({ outbound: toReceivers, featureBudgets: { webhook: { calls: 1000, seconds: 60 } } });
const { on } = me;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const list = async () => JSON.parse((await on('webhooks', 'list', '--json')).out) as Webhook[];
const create = async (url = receiver.url): Promise<Webhook & { signingSecret: string }> =>
  JSON.parse((await on('webhooks', 'create', url, '--json')).out) as Webhook & { signingSecret: string };
const deliveries = async (...argv: string[]) =>
  JSON.parse((await on('webhooks', 'deliveries', receiver.url, ...argv, '--json')).out) as WebhookDelivery[];

describe('webhooks --events', () => {
  it('chooses the types of events when a webhook is created and later', async () => {
    const created = await on('webhooks', 'create', receiver.url, '--events', 'collect.uploaded', '--json');
    const { id, events } = JSON.parse(created.out) as Webhook;
    expect(events).toEqual(['collect.uploaded']);
    const changed = await on('webhooks', 'update', id, '--events', 'share.download,webhook.test', '--json');
    expect((JSON.parse(changed.out) as Webhook).events).toEqual(['share.download', 'webhook.test']);
    const refused = await on('webhooks', 'update', id, '--events', 'share.opened');
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('share.download')]);
  });
});

describe('webhooks create', () => {
  it('prints only the secret to standard output, once', async () => {
    const { code, out, err } = await on('webhooks', 'create', receiver.url);
    const [{ id, signingSecretMasked } = {} as Webhook] = await list();
    expect({ code, out, err }).toEqual({
      code: 0,
      out: expect.stringMatching(/^[0-9a-f]{64}\n$/) as string,
      err: `webhook ${id}; save its signing secret now: it cannot be shown again\n`,
    });
    expect(signingSecretMasked).toBe(`${out.slice(0, 4)}…${out.slice(60, 64)}`);
    expect((await on('webhooks', 'list')).out).not.toContain(out.trim());
  });

  it('exits with 6 at the sixth, and reports why a URL is refused', async () => {
    const refused = await on('webhooks', 'create', 'https://10.0.0.1/hook');
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/private|public/);
    expect(refused.err).toContain('webhooks listen --forward-to https://10.0.0.1/hook');
    expect(refused.err).toContain('DRIVE_WEBHOOK_ALLOW_CIDRS');
    const local = await on('webhooks', 'create', 'http://localhost:3000/hook');
    expect(local.err).toContain('webhooks listen --forward-to http://localhost:3000/hook');
    for (let count = 0; count < 5; count += 1) await create();
    expect(await on('webhooks', 'create', receiver.url)).toMatchObject({ code: 6, out: '' });
  });
});

describe('webhooks list', () => {
  it('lists webhooks as a table and as JSON', async () => {
    expect(await on('webhooks', 'list')).toEqual({ code: 0, out: '', err: '' });
    expect((await me.with({ terminal: 80 }, 'webhooks', 'list')).err).toContain('drive-cli webhooks create');
    const { id, createdAt } = await create();
    expect((await on('webhooks', 'list')).out).toBe(`${id}\t${receiver.url}\tenabled\t\t0\t${createdAt}\n`);
    await on('webhooks', 'update', id, '--disable');
    expect((await me.with({ terminal: 200 }, 'webhooks', 'list')).out).toMatch(
      /^URL +STATE +SECRET +CREATED +ID\n\S+ +disabled +\w{4}…\w{4} /,
    );
  });
});

describe('a webhook', () => {
  it.each<[string, (webhook: Webhook) => string]>([
    ['id', ({ id }) => id],
    ['start of its id', ({ id }) => id.slice(0, 8)],
    ['address', ({ url }) => url],
  ])('is changed, rotated and deleted by its %s', async (_, nameOf) => {
    const created = await create();
    const name = nameOf(created);
    expect(await on('webhooks', 'update', name, '--disable')).toMatchObject({ code: 0, out: '' });
    expect((await list())[0]?.enabled).toBe(false);
    await on('webhooks', 'update', name, '--enable');
    const rotated = await on('webhooks', 'rotate', name);
    expect(rotated.out).toMatch(/^[0-9a-f]{64}\n$/);
    expect(rotated.out.trim()).not.toBe(created.signingSecret);
    expect((await on('webhooks', 'rm', name, '--dry-run')).out).toBe(`${created.id}\t${receiver.url}\n`);
    expect(await on('webhooks', 'rm', name)).toMatchObject({ code: 0, out: '' });
    expect(await list()).toEqual([]);
  });

  it('that is unknown or ambiguous is refused', async () => {
    const first = await create();
    await create();
    expect(await on('webhooks', 'test', 'https://example.com/none')).toMatchObject({ code: 5 });
    expect(await on('webhooks', 'rm', first.id, 'nothing')).toMatchObject({ code: 5 });
    expect(await on('webhooks', 'rotate', receiver.url)).toMatchObject({ code: 2, out: '' });
    expect(await on('webhooks', 'update', first.id)).toMatchObject({ code: 2 });
    expect(await on('webhooks', 'update', first.id, '--enable', '--disable')).toMatchObject({ code: 2 });
    expect(await list()).toHaveLength(2);
  });
});

describe('webhooks test, deliveries and redeliver', () => {
  it('print the result of a test event, and send it again', async () => {
    await create();
    expect(await on('webhooks', 'test', receiver.url)).toMatchObject({ code: 0, out: 'delivered, answered 200\n' });
    receiver.answer = 500;
    const failed = await on('webhooks', 'test', receiver.url);
    expect([failed.code, failed.out]).toEqual([1, '']);
    expect(failed.err).toMatch(/not delivered .*answered 500; drive-cli webhooks deliveries/);
    expect(await on('webhooks', 'test', receiver.url, '--json')).toMatchObject({
      code: 1,
      out: expect.stringContaining('"delivered":false') as string,
      err: '',
    });

    const all = await deliveries();
    expect(all.map(({ status }) => status)).toEqual(['failed', 'failed', 'delivered']);
    expect(await deliveries('--status', 'delivered')).toHaveLength(1);
    expect(await deliveries('--limit', '1')).toHaveLength(1);
    expect((await on('webhooks', 'deliveries', receiver.url)).out).toMatch(
      /^\S+Z\twebhook\.test\tfailed\t1\tanswered 500\tevt_\S+\t\S+\n/,
    );
    const table = await me.with({ terminal: 200 }, 'webhooks', 'deliveries', receiver.url);
    expect(table.out).toMatch(/^TIME +TYPE +STATUS +ATTEMPTS +LAST ANSWER +NEXT +ID\n/);
    const delivered = all[2]?.id ?? '';
    const shown = await on('webhooks', 'deliveries', receiver.url, delivered);
    expect(shown.out).toMatch(/status +delivered\nattempts +\S+ \S+ {2}answered 200, \d+ ms\nsent +\{"id":"evt_/);

    receiver.answer = 204;
    const again = await on('webhooks', 'redeliver', receiver.url, all[0]?.id ?? '');
    expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f-]{36}\n$/) as string });
    await me.drive.drain();
    expect((await deliveries())[0]).toMatchObject({
      id: again.out.trim(),
      status: 'delivered',
      eventId: all[0]?.eventId,
    });
    expect(await on('webhooks', 'redeliver', receiver.url, delivered, crypto.randomUUID())).toMatchObject({ code: 3 });
  });

  it('report an empty log', async () => {
    await create();
    expect((await me.with({ terminal: 80 }, 'webhooks', 'deliveries', receiver.url)).err).toContain('no deliveries');
    expect(await on('webhooks', 'redeliver', receiver.url, crypto.randomUUID())).toMatchObject({ code: 5 });
  });
});
