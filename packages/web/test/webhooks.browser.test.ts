import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { startReceiver, toReceivers, type Receiver } from '../../server/test/network/receivers.ts';
import { dismiss, faultsOf, startWebStage, smallTargets, type WebStage } from './web-user.ts';

describe.skipIf(chromiumPath === undefined)('webhooks in the web app', () => {
  let stage: WebStage;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    stage = await startWebStage({ outbound: toReceivers });
  });
  afterAll(async () => {
    await stage?.close();
    await receiver.close();
  });
  afterEach(() => stage.check());

  test('a webhook is added, tested, read in its log, sent again, turned off and deleted', async () => {
    const { page } = await stage.open('account/webhooks');
    await page.getByText('No webhook yet').waitFor();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('http://example.com');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Type a URL that begins with https://').waitFor();
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByLabel('A file got a new content').check();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('textbox', { name: 'Signing secret' }).waitFor();
    await dismiss(page);
    expect(await page.getByRole('textbox', { name: 'Signing secret' }).innerText()).toHaveLength(64);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: `Open ${receiver.url}` }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The receiver answered with 200.').waitFor();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered · 200').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByLabel('Response').getByText('thanks').waitFor();
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Queued again.').waitFor();
    await stage.drive.drain();
    expect(receiver.received).toHaveLength(2);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('2 of 2').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('The webhook is off.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhook yet').waitFor();
  });

  test('events are shown as they happen, with the session of the browser', async () => {
    const { page, user } = await stage.open('account/webhooks', { viewport: { width: 320, height: 800 } });
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Connected').waitFor();
    await stage.drive.database.write(async (tx) =>
      stage.drive.events.publish(tx, {
        userId: user.userId,
        type: 'share.download',
        data: {
          share_token: 'token',
          share_name: 'Report',
          recipient_email_domain: 'example.org',
          occurred_at: '2026-01-15T12:00:00.000Z',
        },
      }),
    );
    await page.getByRole('log').getByText('A recipient downloaded').waitFor();
    expect(await smallTargets(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).click();
  });
});
