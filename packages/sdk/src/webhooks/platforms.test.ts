import { createContext, runInContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath, launchChromium } from '../../../server/test/browser/chromium.ts';
import { bundle, gzipBytes } from '../../test/bundle.ts';
import { startScene } from '../../test/drive-behind-proxy.ts';
import type * as Sdk from '../index.ts';
import { sign } from './index.ts';
import type * as Webhooks from './index.ts';

const secret = '0f'.repeat(32);
const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', created: 1, data: { message: 'Größe' } });

it('is small, imports nothing, and needs only WebCrypto', async () => {
  const program = "import * as webhooks from '@drive/sdk/webhooks'; globalThis.webhooks = webhooks;";
  const { files, externals } = await bundle(program, ['edge-light', 'workerd', 'worker'], 'iife');
  const text = files.get('index.mjs') ?? '';
  expect(externals).toEqual([]);
  expect(gzipBytes(text)).toBeLessThan(3000);
  const context = createContext({ crypto, TextEncoder, TextDecoder, atob, btoa });
  runInContext(text, context);
  const { webhooks } = context as unknown as { webhooks: typeof Webhooks };
  const headers = await webhooks.sign(body, secret);
  for (const given of [body, new TextEncoder().encode(body), new TextEncoder().encode(body).buffer])
    expect((await webhooks.unwrap(given, new Headers(headers), secret)).id).toBe('evt_1');
  const thrown: unknown = await webhooks.unwrap(body, headers, 'another').catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(webhooks.WebhookError);
});

declare const sdk: typeof Sdk & typeof Webhooks;

describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
  it('accepts signed events, and follows the stream with the session over a lost connection', async () => {
    const program = `import * as client from '@drive/sdk';
      import * as webhooks from '@drive/sdk/webhooks';
      globalThis.sdk = { ...client, ...webhooks };
      document.title = 'ready';`;
    const { files } = await bundle(program, ['browser']);
    const scene = await startScene();
    const { proxy, drive, user } = scene;
    let cuts = 1;
    proxy.fault = ({ path }) => {
      if (path.endsWith('/events/stream')) return cuts-- > 0 ? { cutAnswerAfter: 30 } : undefined;
      const script = files.get(path.slice(1));
      if (path !== '/page' && script === undefined) return undefined;
      const [type, text] =
        script === undefined
          ? ['text/html', '<!doctype html><script type="module" src="/index.mjs"></script>']
          : ['text/javascript', script];
      return { answer: (response) => void response.writeHead(200, { 'content-type': type }).end(text) };
    };
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${proxy.url}/page`);
    await page.waitForFunction(() => document.title === 'ready');

    const headers = { ...(await sign(body, secret)) };
    const given = { body, headers, secret };
    const taken = await page.evaluate(async (it) => (await sdk.unwrap(it.body, it.headers, it.secret)).id, given);
    expect(taken).toBe('evt_1');

    const events = page.evaluate(async ({ email, password }) => {
      const client = new sdk.DriveClient();
      await client.auth.login({ email, password });
      const seen: string[] = [];
      const stream = client.events.stream({ onConnect: () => console.log('connected') });
      for await (const event of stream) {
        if (event.type === 'webhook.test') seen.push(event.data.message);
        if (seen.length === 3) break;
      }
      return seen;
    }, user);
    await page.waitForEvent('console', { predicate: (message) => message.text() === 'connected', timeout: 60_000 });
    for (const message of ['one', 'two', 'three'])
      await drive.database.write(async (tx) =>
        drive.events.publish(tx, { type: 'webhook.test', userId: user.userId, data: { message, occurred_at: '' } }),
      );
    expect(await events).toEqual(['one', 'two', 'three']);
    expect(cuts).toBeLessThan(1);
    expect(proxy.seen.every((request) => request.headers.authorization === undefined)).toBe(true);
  }, 60_000);
});
