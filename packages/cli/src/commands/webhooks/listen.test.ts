import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isoTime } from '@drive/base';
import { unwrap } from '@drive/sdk/webhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startReceiver, toReceivers } from '../../../../server/test/network/receivers.ts';
import { cli } from '../../../test/cli.ts';
import { useDrive } from '../../../test/drive-user.ts';
import { createFakeWorld, type FakeWorldOptions } from '../../../test/fake-world.ts';
import { startProxy } from '../../../test/proxy.ts';
import { run } from '../../run.ts';

const me = useDrive({ outbound: toReceivers });

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

/** A developer's receiver on this machine. */
async function startLocal(answer: (response: ServerResponse, got: Got) => void = (response) => response.end()) {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const one = { headers: request.headers, path: request.url ?? '', body };
      got.push(one);
      answer(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?from=test` };
}

/** Runs the command and resolves when it listens. */
async function listen(argv: readonly string[], options: Partial<FakeWorldOptions> = {}) {
  const world = createFakeWorld({
    home: me.home,
    ...options,
    env: { ...me.env, ...options.env },
    argv: ['webhooks', 'listen', ...argv],
  });
  const code = run(world);
  onTestFinished(async () => {
    world.interrupt();
    await code;
  });
  const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 15_000, interval: 5 });
  await until(() => world.err().includes('listening to'));
  return {
    ...world,
    until,
    lines: () => world.out().split('\n').slice(0, -1),
    stop: async () => {
      world.interrupt();
      return { code: await code, out: world.out(), err: world.err() };
    },
  };
}

async function publish(message: string): Promise<string> {
  const data = { message, occurred_at: isoTime(me.drive.clock.now()) };
  const event = await me.drive.database.write(async (tx) =>
    me.drive.events.publish(tx, { type: 'webhook.test', userId: me.user.userId, data }),
  );
  return event.id;
}
async function publishDownload(name: string): Promise<string> {
  const occurred_at = isoTime(me.drive.clock.now());
  const data = { share_token: 't', share_name: name, recipient_email_domain: 'example.org', occurred_at };
  const event = await me.drive.database.write(async (tx) =>
    me.drive.events.publish(tx, { type: 'share.download', userId: me.user.userId, data }),
  );
  return event.id;
}
const messageIn = ({ body }: Got): string => (JSON.parse(body) as { data: { message: string } }).data.message;

describe('webhooks listen', () => {
  it('forwards events like the server’s deliveries, signed with a secret that is shown once, until Ctrl-C', async () => {
    const local = await startLocal();
    const hook = await startReceiver();
    onTestFinished(() => hook.close());
    await me.on('webhooks', 'create', hook.url);
    const session = await listen(['--forward-to', local.url]);
    const [, secret = ''] = /session: (whsec_[A-Za-z0-9+/]{56})\n/.exec(session.err()) ?? [];
    // A test event is sent to one webhook only.
    const id = await publishDownload('Größe 🗂');
    await session.until(() => session.lines().length > 0);
    await me.drive.drain();

    const [got, real] = [local.got[0], hook.received[0]];
    if (got === undefined || real === undefined) throw new Error('nothing came');
    expect(got.path).toBe('/hook?from=test');
    expect(got.body).toBe(real.body);
    const namesOf = (headers: IncomingHttpHeaders) => Object.keys(headers).filter((name) => name !== 'connection');
    expect(namesOf(got.headers).toSorted()).toEqual(namesOf(real.headers).toSorted());
    for (const name of ['content-type', 'user-agent', 'content-length'] as const)
      expect(got.headers[name]).toBe(real.headers[name]);
    await expect(unwrap(got.body, got.headers, secret)).resolves.toMatchObject({ id, type: 'share.download' });
    const { 'x-service-signature': _, ...standard } = got.headers;
    await expect(unwrap(got.body, standard, secret)).resolves.toMatchObject({ id });

    const { code, out, err } = await session.stop();
    expect(code).toBe(130);
    expect(out).toMatch(new RegExp(`^\\S+Z\\tshare\\.download\\t200\\t\\d+\\t${id}\\t\n$`));
    expect(err.match(/whsec_/g)).toHaveLength(1);
    expect(err).not.toContain('error');
  });

  it('reports a failing receiver, and continues', async () => {
    const answers = [500, 302, 'cut', 204] as const;
    const left = [...answers];
    const local = await startLocal((response) => {
      const answer = left.shift();
      if (answer === 'cut') response.destroy();
      else response.writeHead(answer ?? 200, { location: '/elsewhere' }).end();
    });
    const session = await listen(['--forward-to', local.url], { terminal: 120 });
    for (const [index] of answers.entries()) {
      await publish(`number ${index}`);
      await session.until(() => session.lines().length === index + 1);
    }
    const lines = session.lines().map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, ''));
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d {2}webhook\.test +500 +\d+ ms$/);
    expect(lines[1]).toMatch(/ 302 +\d+ ms {2}answered 302: redirects are not followed$/);
    expect(lines[2]).toMatch(/ failed +\d+ ms {2}\S+/);
    expect(lines[3]).toMatch(/ 204 +\d+ ms$/);
    expect(local.got).toHaveLength(4);
    expect((await session.stop()).code).toBe(130);
  });

  it('is not delayed by a receiver that hangs', async () => {
    const local = await startLocal((response, got) => {
      if (messageIn(got) !== 'hang') response.end();
    });
    const session = await listen(['--forward-to', local.url]);
    await publish('hang');
    await publish('two');
    await session.until(() => session.lines().length === 1);
    expect(local.got.map(messageIn).toSorted()).toEqual(['hang', 'two']);
    expect((await session.stop()).code).toBe(130);
  });

  it('forwards missed events after a reconnect, without repeats', async () => {
    const local = await startLocal();
    let isDown = false;
    const proxy = await startProxy(() => me.drive.url, {
      answer: (_, outgoing) => {
        if (isDown) outgoing.destroy();
        return isDown;
      },
      cutAfter: (incoming) => (incoming.url?.endsWith('/events/stream') === true ? 150 : undefined),
    });
    const session = await listen(['--forward-to', local.url, '--json'], { env: { DRIVE_BASE_URL: proxy.url } });
    isDown = true;
    await publish('one');
    await session.until(() => session.err().includes('missed events will follow'));
    await publish('two');
    isDown = false;
    await publish('three');
    await session.until(() => local.got.length >= 3);
    expect(local.got.map(messageIn).toSorted()).toEqual(['one', 'three', 'two']);
    await session.until(() => session.lines().length === 3);
    expect((await session.stop()).err).toContain('connected again');
  });

  it('writes one object with the event a line', async () => {
    const local = await startLocal((response) => response.writeHead(503).end());
    const session = await listen(['--forward-to', local.url, '--json']);
    const id = await publish('one');
    await session.until(() => session.lines().length === 1);
    const record = JSON.parse(session.lines()[0] ?? '') as Record<string, unknown>;
    expect(record).toEqual({
      ...(JSON.parse(local.got[0]?.body ?? '') as object),
      id,
      forwarded: {
        at: expect.stringMatching(/Z$/) as string,
        url: local.url,
        deliveryId: local.got[0]?.headers['x-service-delivery'],
        statusCode: 503,
        error: 'answered 503',
        durationMs: expect.any(Number) as number,
      },
    });
    const notes = session.err().trimEnd().split('\n');
    expect(JSON.parse(notes[0] ?? '')).toMatchObject({ secret: expect.stringMatching(/^whsec_/) as string });
  });

  it('signs with the secret of a file, and does not print it', async () => {
    const local = await startLocal();
    writeFileSync(join(me.home, 'secret.txt'), `${'0f'.repeat(32)}\n`);
    const session = await listen(['--forward-to', local.url, '--secret-file', 'secret.txt']);
    await publish('one');
    await session.until(() => session.lines().length === 1);
    const [got] = local.got;
    await expect(unwrap(got?.body ?? '', got?.headers ?? {}, '0f'.repeat(32))).resolves.toBeDefined();
    expect((await session.stop()).err).not.toMatch(/0f0f|whsec/);
  });

  it('only prints events without a target, filtered by type and first event', async () => {
    const before = await publish('before');
    await publish('one');
    await publishDownload('n');
    await publish('two');
    const session = await listen(['--events', 'webhook.test', '--since', before, '--json']);
    await session.until(() => session.lines().length === 2);
    const told = session.lines().map((line) => (JSON.parse(line) as { data: { message: string } }).data.message);
    expect(told).toEqual(['one', 'two']);
    expect(session.err()).not.toContain('whsec');
    const plain = await listen(['--since', before]);
    await plain.until(() => plain.lines().length === 3);
    expect(plain.out()).toMatch(/^\S+Z\twebhook\.test\tevt_\S+\t\{"message":"one"/);
  });

  it('exits at once if an option or the key is invalid', async () => {
    expect(await me.on('webhooks', 'listen', '--forward-to', 'ftp://localhost/')).toMatchObject({ code: 2 });
    expect(await me.on('webhooks', 'listen', '--events', 'share.downloads')).toMatchObject({ code: 2 });
    expect(await me.on('webhooks', 'listen', '--secret-file', 'missing')).toMatchObject({ code: 2 });
    const stranger = { env: { DRIVE_API_KEY: `svc_${'x'.repeat(40)}` } };
    expect(await me.with(stranger, 'webhooks', 'listen', '--forward-to', 'localhost:1')).toMatchObject({ code: 4 });
  });
});

describe('webhooks trigger', () => {
  it('sends an example of each type, signed and in the form of the SDK', async () => {
    const local = await startLocal();
    writeFileSync(join(me.home, 'secret.txt'), '0f'.repeat(32));
    for (const type of ['share.download', 'share.download.anonymous', 'collect.uploaded', 'reproofing.submitted']) {
      const argv = ['webhooks', 'trigger', type, '--forward-to', local.url, '--secret-file', 'secret.txt'];
      const { code, out } = await cli(argv, { home: me.home });
      expect([code, out]).toEqual([0, expect.stringContaining(type)]);
      const got = local.got.at(-1);
      expect(await unwrap(got?.body ?? '', got?.headers ?? {}, '0f'.repeat(32))).toMatchObject({ type });
    }
    expect(await cli(['webhooks', 'trigger', 'nothing', '--forward-to', local.url])).toMatchObject({ code: 2 });
  });

  it('exits with 1 if the receiver fails', async () => {
    const argv = ['webhooks', 'trigger', 'webhook.test', '--forward-to', 'http://127.0.0.1:1/hook'];
    expect((await cli(argv)).code).toBe(1);
  });
});
