import { isoTime } from '@drive/base';
import { describe, expect, it, vi } from 'vitest';
import { serverCount } from '../../../server/test/drive.ts';
import { startScene, times, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { json, refusal, serve, testKey, type Step } from '../../test/scripted-server.ts';
import type { DriveError, DriveEvent } from '../index.ts';

async function publish({ drive, user }: Scene, message: string): Promise<string> {
  const data = { message, occurred_at: isoTime(drive.clock.now()) };
  const event = await drive.database.write(async (tx) =>
    drive.events.publish(tx, { type: 'webhook.test', userId: user.userId, data }),
  );
  return event.id;
}

/** Reads an iterable in the background. */
function collect(stream: AsyncIterable<DriveEvent>) {
  const events: DriveEvent[] = [];
  const done = (async () => {
    for await (const event of stream) events.push(event);
  })();
  return {
    events,
    messages: () => events.map(({ data }) => ('message' in data ? data.message : '')),
    done,
    until: (count: number) => vi.waitUntil(() => events.length >= count, { timeout: 15_000, interval: 5 }),
  };
}

const isStream = ({ path }: { path: string }): boolean => /\/events\/stream(?:$|\?)/.test(path);
const untilOpen = ({ proxy }: Scene, count = 1) =>
  vi.waitUntil(() => proxy.seen.filter(isStream).length >= count, { timeout: 15_000, interval: 5 });

/** Resolves when the server has the stream, so that what is published from now on is heard. */
async function open(scene: Scene, options: Parameters<Scene['client']['events']['stream']>[0] = {}) {
  const stop = new AbortController();
  const known = await publish(scene, 'before');
  const stream = collect(scene.client.events.stream({ lastEventId: known, ...options, signal: stop.signal }));
  await untilOpen(scene);
  return { ...stream, known, stop };
}

describe('client.events.stream', () => {
  it('yields events as they happen, in the format of webhook bodies', async () => {
    const scene = await startScene();
    const { events, until, stop, done } = await open(scene);
    const id = await publish(scene, 'Größe 🗂\n2');
    await until(1);
    expect(events).toEqual([
      {
        id,
        type: 'webhook.test',
        created: Math.floor(scene.drive.clock.now() / 1000),
        data: { message: 'Größe 🗂\n2', occurred_at: isoTime(scene.drive.clock.now()) },
      },
    ]);
    stop.abort();
    await done;
  });

  it('follows a team drive, and not the own drive, if it is named', async () => {
    const scene = await startScene();
    const admin = await scene.drive.createUser({ isAdmin: true });
    const boss = scene.newClient({ apiKey: admin.key });
    const { id, rootId } = await boss.drives.create({ name: 'Design' });
    const stop = new AbortController();
    const { promise: connected, resolve: onConnect } = Promise.withResolvers<void>();
    const options = { driveId: id, types: ['folder.*'] as const, signal: stop.signal, onConnect };
    const stream = collect(boss.events.stream(options));
    await connected;
    await boss.files.createFolder({ name: 'own' });
    await boss.files.createFolder({ name: 'Logos', parentId: rootId });
    await stream.until(1);
    expect(stream.events.map(({ data }) => 'path' in data && data.path)).toEqual(['/Logos']);
    stop.abort();
    await stream.done;
  });

  it('starts after the given event and yields only the requested types', async () => {
    const scene = await startScene();
    await publish(scene, 'one');
    const second = await publish(scene, 'two');
    const last = await publish(scene, 'three');
    await scene.drive.database.write(async (tx) =>
      scene.drive.events.publish(tx, {
        type: 'share.download',
        userId: scene.user.userId,
        data: { share_token: 't', share_name: 'n', recipient_email_domain: 'example.org', occurred_at: '' },
      }),
    );
    const { events, until, done, stop } = await open(scene, { lastEventId: second, types: ['webhook.test'] });
    await until(2);
    stop.abort();
    await done;
    expect(events.map(({ id }) => id)[0]).toBe(last);
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['webhook.test']));
  });

  it('closes the connection when the loop ends', async () => {
    const scene = await startScene();
    const known = await publish(scene, 'before');
    await publish(scene, 'one');
    for await (const event of scene.client.events.stream({ lastEventId: known })) {
      expect(event.data).toMatchObject({ message: 'one' });
      break;
    }
    // Ten are all that the server lets one account have.
    for (let each = 0; each < 12; each += 1)
      for await (const _ of scene.client.events.stream({ lastEventId: known, maxRetries: 5 })) break;
    expect(scene.proxy.seen.filter(isStream).length).toBeGreaterThanOrEqual(13);
  });

  it('ends without an error when the signal is aborted: before, while it waits, and between tries', async () => {
    const scene = await startScene();
    await collect(scene.client.events.stream({ signal: AbortSignal.abort() })).done;
    expect(scene.proxy.seen).toEqual([]);
    const { stop, done } = await open(scene);
    stop.abort();
    await done;
    scene.proxy.fault = () => ({ cutAnswerAfter: 0 });
    const between = new AbortController();
    const lost = collect(scene.client.events.stream({ signal: between.signal, maxRetries: 1000 }));
    await untilOpen(scene, 4);
    between.abort();
    await lost.done;
  });

  it('works with a fetch that ignores the signal once the response has started', async () => {
    const scene = await startScene();
    const client = scene.newClient({ fetch: (input, init) => fetch(input, { ...init, signal: null }) });
    const known = await publish(scene, 'before');
    const stop = new AbortController();
    const { messages, until, done } = collect(client.events.stream({ lastEventId: known, signal: stop.signal }));
    await publish(scene, 'one');
    await until(1);
    stop.abort();
    await done;
    expect(messages()).toEqual(['one']);
  });
});

describe('a lost connection', () => {
  it('loses and repeats no event, after a break at any position', async () => {
    const scene = await startScene();
    const lost: DriveError[] = [];
    let connections = 0;
    // Always after one event at least, each time at another place of those that follow.
    const cuts = [300, 361, 422, 483, 544, 605, 666, 727];
    scene.proxy.fault = (request) => {
      const cutAnswerAfter = isStream(request) ? cuts.shift() : undefined;
      return cutAnswerAfter === undefined ? undefined : { cutAnswerAfter };
    };
    const { messages, until, stop, done } = await open(scene, {
      onConnect: () => (connections += 1),
      onDisconnect: (error) => lost.push(error),
    });
    const expected = Array.from({ length: 20 }, (_, index) => `number ${index}`);
    for (const message of expected) await publish(scene, message);
    await until(20);
    stop.abort();
    await done;
    expect(messages()).toEqual(expected);
    expect([lost.length, connections]).toEqual([8, 9]);
    expect(new Set(lost.map(({ code }) => code))).toEqual(new Set(['network_error']));
  });

  it('loses no event if none had arrived before', async () => {
    const scene = await startScene();
    const stalled = Promise.withResolvers<void>();
    const head = 'retry: 2000\n\nid: evt_none\n\n'.length;
    const once = times(1, { stallAnswerAfter: head, onStall: () => stalled.resolve() });
    scene.proxy.fault = (request) => (isStream(request) ? once() : undefined);
    const stop = new AbortController();
    const { messages, until, done } = collect(scene.client.events.stream({ timeout: 500, signal: stop.signal }));
    await stalled.promise;
    await publish(scene, 'while nobody listened');
    await until(1);
    stop.abort();
    await done;
    expect(messages()).toEqual(['while nobody listened']);
  });

  it('is detected by the missing keep-alives', async () => {
    const scene = await startScene();
    const silence = times(1, { stallAnswerAfter: 10 });
    scene.proxy.fault = (request) => (isStream(request) ? silence() : undefined);
    const lost: DriveError[] = [];
    const { messages, until, stop, done } = await open(scene, {
      timeout: 400,
      onDisconnect: (error) => lost.push(error),
    });
    await publish(scene, 'one');
    await until(1);
    stop.abort();
    await done;
    expect(messages()).toEqual(['one']);
    expect(lost[0]?.message).toContain('Nothing has come from');
  });

  it('is replaced after a restart of the server', async () => {
    const scene = await startScene();
    let lost = 0;
    const { messages, until, stop, done } = await open(scene, { onDisconnect: () => (lost += 1) });
    await publish(scene, 'one');
    await until(1);
    scene.proxy.fault = () => ({ cutAnswerAfter: 0 });
    await scene.drive.restart();
    await publish(scene, 'two');
    const tried = scene.proxy.seen.length;
    await untilOpen(scene, tried + 2);
    scene.proxy.fault = () => undefined;
    scene.proxy.target = scene.drive.url;
    await publish(scene, 'three');
    await until(3);
    stop.abort();
    await done;
    expect(messages()).toEqual(['one', 'two', 'three']);
    // Said once, however often it was tried; a server that ends a stream in good order is no loss.
    expect(lost).toBeLessThanOrEqual(1);
  });

  it('repeats no event if the server does not know the last ID', async () => {
    const block = (id: string): string =>
      `id: ${id}\ndata: ${JSON.stringify({ id, type: 'webhook.test', created: 1, data: {} })}\n\n`;
    const stream =
      (...ids: readonly string[]): Step =>
      (response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(ids.map(block).join(''));
    const { client, seen } = await serve(
      stream('a', 'b'),
      stream('a', 'b', 'c'),
      refusal(401, 'authentication_required'),
    );
    const { events, done } = collect(client.events.stream());
    expect(await failure(done)).toMatchObject({ code: 'authentication_required' });
    expect(events.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'b', 'c']);
  });
});

describe('fails', () => {
  const consume = async (stream: AsyncIterable<DriveEvent>): Promise<void> => {
    for await (const _ of stream);
  };

  it('at once if a retry cannot help', async () => {
    const scene = await startScene();
    const { events } = scene.newClient({ apiKey: `svc_${'x'.repeat(40)}` });
    expect(await failure(consume(events.stream()))).toMatchObject({ code: 'authentication_required', status: 401 });
    expect(scene.proxy.seen).toHaveLength(1);
  });

  it('after the client’s retries of the first connection', async () => {
    const { client, seen } = await serve(refusal(503, 'unavailable'));
    expect(await failure(consume(client.events.stream({ maxRetries: 1 })))).toMatchObject({ code: 'unavailable' });
    expect(seen).toHaveLength(2);
    expect(seen[0]?.headers).toMatchObject({ accept: 'text/event-stream', authorization: `Bearer ${testKey}` });
  });

  it.runIf(serverCount === 1)('if too many streams are open', async () => {
    const scene = await startScene();
    const stop = new AbortController();
    const streams = Array.from({ length: 10 }, () => collect(scene.client.events.stream({ signal: stop.signal })));
    await untilOpen(scene, 10);
    await vi.waitUntil(async () => {
      const one = await scene.drive.fetch('/api/users/me/events/stream', { key: scene.user.key });
      await one.body?.cancel();
      return one.status === 429;
    });
    expect(await failure(consume(scene.client.events.stream()))).toMatchObject({
      code: 'too_many_requests',
      status: 429,
    });
    stop.abort();
    await Promise.all(streams.map(({ done }) => done));
  });

  it.each<[string, Step, RegExp]>([
    ['no stream', json(200, []), /Is this the URL of a Drive server/],
    [
      'a stream of something else',
      (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n'),
      /not an event/,
    ],
    [
      'a way elsewhere',
      (response) => void response.writeHead(302, { location: 'https://evil.example' }).end(),
      /redirects to/,
    ],
  ])('if the response is %s', async (_, step, text) => {
    const { client, seen } = await serve(step);
    const error = await failure(consume(client.events.stream()));
    expect([error.code, error.message]).toEqual(['unexpected_answer', expect.stringMatching(text)]);
    expect(seen).toHaveLength(1);
  });

  it('after the maximum number of streams that end immediately', async () => {
    const end: Step = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 1\n\n');
    const { client, seen } = await serve(end);
    expect(await failure(consume(client.events.stream({ maxRetries: 2 })))).toMatchObject({ code: 'network_error' });
    expect(seen).toHaveLength(3);
  });
});
