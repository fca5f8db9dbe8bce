import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs, isoTime, minuteMs, secondMs } from '@drive/base';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  serverCount,
  startDrive,
  type Drive,
  type DriveInit,
  type TestSession,
  type TestUser,
} from '../../../test/drive.ts';
import { eventually } from '../../../test/network/receivers.ts';

const path = '/api/users/me/events/stream';
let drive: Drive;
let user: TestUser;
const streams: Stream[] = [];

beforeEach(async () => {
  drive = await startDrive();
  user = await drive.createUser();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) await stream.close();
  await drive.close();
});

interface Stream {
  readonly response: Response;
  /** Returns the next `count` events. */
  take(count: number): Promise<{ id: string; event: string; data: Record<string, unknown> }[]>;
  /** Returns the next bytes that are not an event. */
  rest(): Promise<string>;
  /** Resolves when the server has ended the stream, with the unread bytes. */
  end(): Promise<string>;
  close(): Promise<void>;
}

async function openStream(
  lastEventId?: string,
  caller: string | TestSession = user.key,
  server = drive,
): Promise<Stream> {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const as = typeof caller === 'string' ? { key: caller } : { session: caller };
  const response = await server.fetch(path, { ...as, headers });
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('no body');
  let text = '';
  const more = async (): Promise<boolean> => {
    const { done, value = '' } = await reader.read();
    text += value;
    return !done;
  };
  // The reconnection time.
  while (!text.includes('\n\n')) await more();
  expect(text.slice(0, text.indexOf('\n\n'))).toBe('retry: 2000');
  text = text.slice(text.indexOf('\n\n') + 2);
  const stream: Stream = {
    response,
    take: async (count) => {
      const events = [];
      while (events.length < count) {
        const end = text.indexOf('\n\n');
        if (end === -1) {
          if (!(await more())) throw new Error('the stream ended');
          continue;
        }
        const fields = Object.fromEntries(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
        );
        text = text.slice(end + 2);
        if (fields['data'] === undefined) continue;
        events.push({
          id: fields['id'] ?? '',
          event: fields['event'] ?? '',
          data: JSON.parse(fields['data']) as Record<string, unknown>,
        });
      }
      return events;
    },
    rest: async () => {
      if (text === '') await more();
      const rest = text;
      text = '';
      return rest;
    },
    end: async () => {
      while (await more());
      return text;
    },
    close: () => reader.cancel(),
  };
  streams.push(stream);
  return stream;
}

/** A client that can leave received bytes unread. */
async function readSlowly(): Promise<{ text(): string; pause(): void; resume(): void; isOver(): boolean }> {
  let text = '';
  let isOver = false;
  const headers = { authorization: `Bearer ${user.key}` };
  const response = await new Promise<IncomingMessage>((resolve) => get(`${drive.url}${path}`, { headers }, resolve));
  response.setEncoding('utf8').on('data', (more: string) => (text += more));
  response.on('error', () => (isOver = true)).once('close', () => (isOver = true));
  return {
    text: () => text,
    pause: () => response.pause(),
    resume: () => response.resume(),
    isOver: () => isOver,
  };
}
/** More than the sockets of both sides hold. */
const publishMuch = async (): Promise<string[]> => {
  const ids = [];
  for (let each = 0; each < 60; each += 1) ids.push(await publish(user, 'x'.repeat(256 * 1024)));
  return ids;
};

let count = 0;
const publish = async (owner = user, message = `number ${(count += 1)}`): Promise<string> => {
  const data = { message, occurred_at: isoTime(drive.clock.now()) };
  const event = await drive.database.write(async (tx) =>
    drive.events.publish(tx, { type: 'webhook.test', userId: owner.userId, data }),
  );
  return event.id;
};

test('sends the caller’s events as they happen, in the format of webhooks', async () => {
  await publish();
  const stream = await openStream();
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.response.headers.get('x-ratelimit-limit')).toBeNull();
  await publish(await drive.createUser());
  const id = await publish(user, 'a\nb');
  expect(await stream.take(1)).toEqual([
    {
      id,
      event: 'webhook.test',
      data: {
        id,
        type: 'webhook.test',
        created: drive.clock.now() / secondMs,
        data: { message: 'a\nb', occurred_at: isoTime(drive.clock.now()) },
      },
    },
  ]);
});

test('sends no event of a rolled-back transaction', async () => {
  const stream = await openStream();
  await drive.database
    .write(async (tx) => {
      const data = { message: 'never', occurred_at: isoTime(drive.clock.now()) };
      drive.events.publish(tx, { type: 'webhook.test', userId: user.userId, data });
      throw new Error('no');
    })
    .catch(() => undefined);
  const id = await publish();
  expect((await stream.take(1))[0]?.id).toBe(id);
});

test('sends every event once and in order, also events written at the same time', async () => {
  const stream = await openStream();
  await Promise.all(Array.from({ length: 250 }, () => publish()));
  const events = await stream.take(250);
  expect(new Set(events.map(({ id }) => id)).size).toBe(250);
  // A stream that resumes at the first finds the others in the same order.
  const again = await openStream(events[0]?.id);
  expect((await again.take(249)).map(({ id }) => id)).toEqual(events.slice(1).map(({ id }) => id));
});

describe('after a lost connection', () => {
  test('resumes after the last received event', async () => {
    const stream = await openStream();
    const ids = [await publish(), await publish()];
    await stream.take(1);
    await stream.close();
    ids.push(await publish());
    const again = await openStream(ids[0]);
    expect((await again.take(2)).map(({ id }) => id)).toEqual(ids.slice(1));
    const next = await publish();
    expect((await again.take(1))[0]?.id).toBe(next);
  });

  test('misses nothing, even if no event had arrived before', async () => {
    const beginningOf = async (owner: TestUser): Promise<string> => {
      const { body } = await drive.fetch(path, { key: owner.key });
      let text = '';
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const id = /^id: (.+)\n\n/m.exec(text)?.[1];
        if (id !== undefined) return id;
      }
      throw new Error('the stream ended');
    };
    const newcomer = await drive.createUser();
    await publish(user);
    for (const owner of [user, newcomer]) {
      const beginning = await beginningOf(owner);
      const missed = [await publish(owner), await publish(owner)];
      expect((await (await openStream(beginning, owner.key)).take(2)).map(({ id }) => id)).toEqual(missed);
    }
  });

  test('resumes at most one day back', async () => {
    const old = await publish();
    await publish();
    drive.clock.advance(24 * hourMs + 1);
    const recent = await publish();
    for (const lastEventId of [old, 'evt_unknown'])
      expect((await (await openStream(lastEventId)).take(1))[0]?.id).toBe(recent);
  });

  test('reveals nothing for an event id of another user', async () => {
    const otherUser = await drive.createUser();
    const own = await publish();
    const foreign = await publish(otherUser);
    expect((await (await openStream(foreign)).take(1))[0]?.id).toBe(own);
  });

  test('misses nothing when the server restarts', async () => {
    const stream = await openStream();
    const first = await publish();
    await stream.take(1);
    await drive.restart();
    await stream.end();
    const second = await publish();
    expect((await (await openStream(first)).take(1))[0]?.id).toBe(second);
  });
});

describe.runIf(inject('databaseKind') === 'postgres')('among several servers, a stream', () => {
  test('sends the events of another server, without the clock advancing', async () => {
    const other = await drive.startAnother();
    const [here, there] = [await openStream(undefined, user.key), await openStream(undefined, user.key, other)];
    for (const _ of [1, 2]) {
      const id = await publish();
      for (const stream of [here, there]) expect((await stream.take(1))[0]?.id).toBe(id);
    }
    await publish(await drive.createUser());
    const id = await publish();
    expect((await there.take(1))[0]?.id).toBe(id);
  });

  test('sends each event once, in one order, while all servers publish', async () => {
    const others = [await drive.startAnother(), await drive.startAnother()];
    const servers = [drive, ...others];
    const streams = await Promise.all(servers.map((server) => openStream(undefined, user.key, server)));
    const data = { message: 'x', occurred_at: isoTime(drive.clock.now()) };
    await Promise.all(
      Array.from({ length: 120 }, (_, index) => {
        const { database, events } = servers[index % servers.length] ?? drive;
        return database.write(async (tx) => events.publish(tx, { type: 'webhook.test', userId: user.userId, data }));
      }),
    );
    const [ids, ...same] = await Promise.all(
      streams.map(async (stream) => (await stream.take(120)).map(({ id }) => id)),
    );
    expect(new Set(ids).size).toBe(120);
    for (const each of same) expect(each).toEqual(ids);
  });

  test('resumes on a third server after the last event received from the first', async () => {
    const [second, third] = [await drive.startAnother(), await drive.startAnother()];
    const stream = await openStream(undefined, user.key, second);
    const ids = [await publish(), await publish()];
    await stream.take(1);
    await stream.close();
    ids.push(await publish());
    const again = await openStream(ids[0], user.key, third);
    expect((await again.take(2)).map(({ id }) => id)).toEqual(ids.slice(1));
    ids.push(await publish());
    expect((await again.take(1))[0]?.id).toBe(ids[3]);
  });
});

test.runIf(serverCount === 1)('a user has at most ten open streams, and a closed one makes room', async () => {
  for (let each = 0; each < 10; each += 1) await openStream();
  const refused = await drive.fetch(path, { key: user.key });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
  await openStream(undefined, (await drive.createUser()).key);
  await streams[0]?.close();
  let status = 429;
  for (let turn = 0; turn < 200 && status === 429; turn += 1) {
    const response = await drive.fetch(path, { key: user.key });
    status = response.status;
    await response.body?.cancel();
  }
  expect(status).toBe(200);
});

test('HEAD is answered at once and opens no stream', async () => {
  for (let count = 0; count < 11; count++) {
    const response = await drive.fetch(path, { method: 'HEAD', key: user.key });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await response.text()).toBe('');
  }
  await openStream();
});

describe('a stream ends soon after its credential, without the clock advancing', () => {
  /** Answers 2xx. */
  const ask = async (method: string, at: string, init: DriveInit): Promise<unknown> => {
    const response = await drive.fetch(at, { method, ...init });
    const text = await response.text();
    expect({ status: Math.floor(response.status / 100), text }).toMatchObject({ status: 2 });
    return text === '' ? undefined : JSON.parse(text);
  };
  const newKey = async () =>
    (await ask('POST', '/api/me/api-keys', { key: user.key })) as { readonly id: string; readonly rawKey: string };
  const admin = async (): Promise<string> => (await drive.createUser({ isAdmin: true })).key;
  const accountId = async (): Promise<string> =>
    ((await ask('GET', '/api/me', { key: user.key })) as { readonly id: string }).id;

  test.each<[string, (session: TestSession, other: TestSession) => Promise<unknown>]>([
    ['signed out', (session) => ask('POST', '/api/auth/logout', { session })],
    [
      'ended from the list',
      async (_, other) => {
        const sessions = (await ask('GET', '/api/me/sessions', { session: other })) as {
          id: string;
          current: boolean;
        }[];
        const id = sessions.find(({ current }) => !current)?.id;
        await ask('DELETE', `/api/me/sessions/${id}`, { session: other });
      },
    ],
    [
      'password changed elsewhere',
      (_, other) =>
        ask('POST', '/api/auth/password', {
          session: other,
          json: { currentPassword: user.password, newPassword: 'another horse' },
        }),
    ],
    [
      'gone from the database of another process',
      () =>
        drive.database.write((tx) =>
          tx
            .deleteFrom('sessions')
            .where('row_id', '=', (eb) => eb.selectFrom('sessions').select((of) => of.fn.min('row_id').as('first')))
            .execute(),
        ),
    ],
  ])('a session: %s', async (_, end) => {
    const [session, other] = [await drive.signIn(user), await drive.signIn(user)];
    const [stream, goesOn, byKey] = [
      await openStream(undefined, session),
      await openStream(undefined, other),
      await openStream(),
    ];
    await end(session, other);
    const id = await publish();
    expect(await stream.end()).not.toContain(id);
    for (const each of [goesOn, byKey]) expect((await each.take(1))[0]?.id).toBe(id);
  });

  test('[P-381] a key: revoked', async () => {
    const { id, rawKey } = await newKey();
    const [stream, goesOn] = [await openStream(undefined, rawKey), await openStream()];
    await ask('DELETE', `/api/me/api-keys/${id}`, { key: user.key });
    const event = await publish();
    expect(await stream.end()).not.toContain(event);
    expect((await goesOn.take(1))[0]?.id).toBe(event);
  });

  test('[P-382] a key: revoked by another process', async () => {
    const { rawKey } = await newKey();
    const [stream, goesOn] = [await openStream(undefined, rawKey), await openStream()];
    await drive.database.write((tx) =>
      tx.updateTable('api_keys').set({ revoked_at: 1 }).where('prefix', '=', rawKey.slice(0, 12)).execute(),
    );
    expect(await stream.end()).not.toContain('data: ');
    const event = await publish();
    expect((await goesOn.take(1))[0]?.id).toBe(event);
  });

  test.each(['disabled', 'deleted'])('an account: %s', async (how) => {
    const [stream, bySession] = [await openStream(), await openStream(undefined, await drive.signIn(user))];
    const at = `/api/admin/users/${await accountId()}`;
    const key = await admin();
    if (how === 'disabled') await ask('PATCH', at, { key, json: { disabled: true } });
    else await ask('DELETE', at, { key });
    for (const each of [stream, bySession]) expect(await each.end()).not.toContain('data: ');
  });
});

describe('with an advancing clock', () => {
  test('an idle stream sends a heartbeat every 15 seconds', async () => {
    const stream = await openStream();
    drive.clock.advance(15 * secondMs - 1);
    await publish();
    await stream.take(1);
    drive.clock.advance(1);
    expect(await stream.rest()).toBe(':\n\n');
    drive.clock.advance(15 * secondMs);
    expect(await stream.rest()).toBe(':\n\n');
  });

  test('a stream ends after 15 minutes, and the next one resumes there', async () => {
    const stream = await openStream();
    const id = await publish();
    await stream.take(1);
    for (let minute = 0; minute < 14; minute += 1) {
      drive.clock.advance(minuteMs);
      await publish();
      await stream.take(1);
    }
    drive.clock.advance(minuteMs);
    await stream.end();
    const again = await openStream(id);
    expect(await again.take(14)).toHaveLength(14);
  });

  test.runIf(serverCount === 1)(
    'a client that reads nothing for 30 seconds is disconnected, and can resume from its last event',
    async () => {
      const slow = await readSlowly();
      const first = await publish();
      await eventually(() => slow.text().includes(first));
      slow.pause();
      const ids = await publishMuch();
      for (let each = 0; each < 9; each += 1) await openStream();
      // A tenth stream can be opened after the slow one is disconnected.
      let status = 429;
      for (let turn = 0; turn < 600 && status === 429; turn += 1) {
        if (turn % 60 === 0) drive.clock.advance(31 * secondMs);
        await sleep(10);
        const response = await drive.fetch(path, { key: user.key });
        status = response.status;
        await response.body?.cancel();
      }
      expect(status).toBe(200);
      slow.resume();
      await eventually(() => slow.isOver());
      await streams.pop()?.close();
      const again = await openStream(first);
      expect((await again.take(60)).map(({ id }) => id)).toEqual(ids);
    },
  );
});

test.runIf(serverCount === 1)(
  'a stopping server ends all streams at once, also those of clients that read nothing',
  async () => {
    const stream = await openStream();
    const slow = await readSlowly();
    slow.pause();
    await publishMuch();
    await stream.take(60);
    drive.app.endStreams();
    await stream.end();
    slow.resume();
    await eventually(() => slow.isOver());
    expect(slow.text().match(/^data: /gm)?.length ?? 0).toBeLessThan(60);
  },
);

test('a client that reads nothing does not make the server buffer everything', async () => {
  const response = await drive.fetch(path, { key: user.key });
  const stream = await openStream();
  const before = process.memoryUsage().rss;
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.all(Array.from({ length: 50 }, () => publish(user, 'x'.repeat(20_000))));
    await stream.take(50);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  await response.body?.cancel();
});
