import { type defaultWebhookEvents, webhookEvents, type WebhookWithSecret } from '@drive/contract';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { treeApi, type TreeApi } from '../../test/api/tree-api.ts';
import { startDrive, type Drive, type TestUser } from '../../test/drive.ts';
import { startReceiver, toReceivers, type Received, type Receiver } from '../../test/network/receivers.ts';

let drive: Drive;
let owner: TestUser;
let mine: TreeApi;
let receiver: Receiver;
let webhook: WebhookWithSecret;

beforeAll(async () => {
  drive = await startDrive({ outbound: toReceivers, settings: { FEATURE_LIMITS: 'off' } });
  owner = await drive.createUser();
  mine = treeApi(drive, owner);
  receiver = await startReceiver();
  webhook = (await mine.call('POST', '/api/users/me/webhooks', { url: receiver.url })).body as WebhookWithSecret;
});
afterAll(async () => {
  await drive.close();
  await receiver.close();
});

const post = async (path: string, json: unknown): Promise<Record<string, unknown>> => {
  const response = await drive.fetch(path, { method: 'POST', json });
  expect(response.status).toBe(201);
  return (await response.json()) as Record<string, unknown>;
};
async function download(token: string, query = ''): Promise<void> {
  const response = await drive.fetch(`/api/public/share/${token}/download-url${query}`);
  const { downloadUrl } = (await response.json()) as { downloadUrl: string };
  await (await drive.fetch(downloadUrl)).arrayBuffer();
}

/** How a user causes an event of each type by the API, and its expected data. */
const ways: Record<(typeof defaultWebhookEvents)[number], () => Promise<object>> = {
  'share.download': async () => {
    const id = await mine.file('Größe 🗂.bin');
    const { shareToken } = (await mine.call('POST', `/api/files/${id}/share`, {})).body;
    await mine.call('POST', `/api/shares/${shareToken}/recipients`, { emails: ['Anna@Example.ORG'] });
    await drive.drain();
    const mail = drive.mails.find(({ to }) => to === 'Anna@Example.ORG');
    await download(shareToken, `?r=${/[?]r=(\S+)/.exec(mail?.text ?? '')?.[1]}`);
    return { share_token: shareToken, share_name: 'Größe 🗂.bin', recipient_email_domain: 'example.org' };
  },
  'share.download.anonymous': async () => {
    const id = await mine.file('b.bin');
    const { shareToken } = (await mine.call('POST', `/api/files/${id}/share`, {})).body;
    await download(shareToken);
    return { share_token: shareToken, share_name: 'b.bin', file_id: id, file_name: 'b.bin' };
  },
  'collect.uploaded': async () => {
    const { token } = (await mine.call('POST', '/api/collections', { name: 'Holiday' })).body;
    const wanted = { fileName: 'c.txt', contentType: 'text/plain', sizeBytes: 5, uploaderName: 'Ada' };
    const { fileId, uploadUrl } = await post(`/api/public/collect/${token}/uploads`, wanted);
    expect((await fetch(uploadUrl as string, { method: 'PUT', body: 'hello' })).status).toBe(200);
    const file = { file_id: fileId, file_name: 'c.txt', file_size: 5, uploader_name: 'Ada' };
    return { collection_token: token, collection_name: 'Holiday', ...file };
  },
  'reproofing.submitted': async () => {
    const id = await mine.file('d.jpg');
    const { token } = (await mine.call('POST', '/api/proofings', { name: 'Wedding', fileIds: [id] })).body;
    const chosen = { fileIds: [id], clientName: 'Ada', comment: 'this one' };
    await post(`/api/public/proofing/${token}/submissions`, chosen);
    const client = { client_name: 'Ada', comment: 'this one' };
    return { proofing_token: token, proofing_name: 'Wedding', file_ids: [id], ...client };
  },
  'webhook.test': async () => {
    const { body } = await mine.call('POST', `/api/users/me/webhooks/${webhook.id}/test`);
    expect(body).toEqual({ delivered: true, error: null, statusCode: 200 });
    return { message: expect.any(String) };
  },
};

test.each(Object.keys(ways) as (keyof typeof ways)[])('[P-340] %s arrives as documented', async (type) => {
  receiver.received.length = 0;
  const data = await ways[type]();
  await drive.drain();
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body }] = receiver.received as [Received];
  const event = Stripe.webhooks.constructEvent(
    body,
    headers['x-service-signature'] as string,
    webhook.signingSecret,
    300,
    undefined,
    drive.clock.now(),
  ) as unknown as Record<string, unknown>;
  expect(Object.keys(event)).toEqual(['id', 'type', 'created', 'data']);
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
    type,
    created: Math.floor(drive.clock.now() / 1000),
    data: { ...data, occurred_at: new Date(drive.clock.now()).toISOString() },
  });
  expect(webhookEvents[type].strict().parse(event)).toEqual(event);
  expect(headers['x-service-delivery']).toMatch(/^[0-9a-f-]{36}$/);
});
