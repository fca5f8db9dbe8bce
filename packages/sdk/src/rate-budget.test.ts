import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startScene } from '../test/drive-behind-proxy.ts';
import { failure } from '../test/expect-failure.ts';
import { testKey } from '../test/scripted-server.ts';
import { DriveClient } from './index.ts';
import { RateBudget } from './rate-budget.ts';

interface LimitedServer {
  readonly url: string;
  readonly statuses: number[];
  readonly order: string[];
  /** So many calls per window. */
  limit: number;
  windowMs: number;
  /** How long an answer takes. */
  delayMs(): number;
}

/** A server that counts as a Drive server does: windows of fixed length, begun by their first call. */
async function startLimitedServer(limit: number, windowMs: number): Promise<LimitedServer> {
  let endsAt = 0;
  let used = 0;
  const server: Server = createServer((request, response) => {
    const now = performance.now();
    if (now >= endsAt) {
      endsAt = now + limited.windowMs;
      used = 0;
    }
    const isAllowed = used < limited.limit;
    if (isAllowed) used += 1;
    const reset = Math.max(1, Math.ceil((endsAt - now) / 1000));
    limited.statuses.push(isAllowed ? 200 : 429);
    limited.order.push(new URL(request.url ?? '', 'http://x').searchParams.get('q') ?? '');
    const headers: Record<string, string | number> = {
      'content-type': 'application/json',
      'x-ratelimit-limit': limited.limit,
      'x-ratelimit-remaining': limited.limit - used,
      'x-ratelimit-reset': reset,
    };
    if (!isAllowed) headers['retry-after'] = reset;
    const body = isAllowed ? { id: 'x' } : { code: 'rate_limited', message: 'Too many.' };
    setTimeout(() => response.writeHead(isAllowed ? 200 : 429, headers).end(JSON.stringify(body)), limited.delayMs());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const limited: LimitedServer = {
    url: `http://127.0.0.1:${port}`,
    statuses: [],
    order: [],
    limit,
    windowMs,
    delayMs: () => 0,
  };
  return limited;
}

const clientOf = (server: LimitedServer): DriveClient => new DriveClient({ baseUrl: server.url, apiKey: testKey });

describe('many calls at once', () => {
  it('all succeed in order over several windows, without a refusal', async () => {
    const server = await startLimitedServer(20, 900);
    let turn = 0;
    // Answers overtake each other.
    server.delayMs = () => (turn++ * 7) % 15;
    const client = clientOf(server);
    await client.account.me();
    const calls = Array.from({ length: 55 }, (_, number) =>
      client.request('GET', '/api/files', { query: { q: number } }),
    );
    await Promise.all(calls);
    expect(server.statuses.filter((status) => status === 429)).toEqual([]);
    expect(server.statuses).toHaveLength(56);
    const numbers = server.order.slice(1).map(Number);
    // At most twenty are under way together; those may overtake each other, and nobody else.
    for (const [place, number] of numbers.entries()) expect(Math.abs(place - number)).toBeLessThan(20);
  });

  it('stay below the limit of a real server, which a client without pacing exceeds', async () => {
    const { drive, proxy, newClient } = await startScene({ settings: { RATE_APIKEY: '6' } });
    const client = newClient();
    await client.account.me();
    const stop = new AbortController();
    let done = 0;
    const call = async (): Promise<string> => {
      await client.account.me({ signal: stop.signal });
      done += 1;
      return 'done';
    };
    const calls = Array.from({ length: 12 }, () => call().catch(() => 'stopped'));
    await vi.waitFor(() => expect(done).toBe(5), { timeout: 60_000 });
    stop.abort();
    const ends = await Promise.all(calls);
    expect(ends.filter((end) => end === 'done')).toHaveLength(5);
    expect(proxy.count('GET', /\/api\/me$/)).toBe(6);

    drive.clock.advance(60_000);
    const hasty = newClient({ throttle: false, maxRetries: 0 });
    const all = await Promise.all(
      Array.from({ length: 12 }, () =>
        hasty.account.me().then(
          () => 200,
          (error) => error.status,
        ),
      ),
    );
    expect(all.filter((status) => status === 429)).toHaveLength(6);
  }, 120_000);

  it('account for other users of the limit after a refusal', async () => {
    const server = await startLimitedServer(5, 900);
    const [client, other] = [clientOf(server), clientOf(server)];
    await client.account.me();
    for (let call = 0; call < 4; call += 1) await other.account.me();
    await Promise.all(Array.from({ length: 6 }, () => client.account.me()));
    expect(server.statuses.filter((status) => status === 429).length).toBeLessThanOrEqual(4);
  });
});

describe('a budget', () => {
  const full = { limit: 2, remaining: 0, resetSeconds: 30 };

  it('stops waiting when the caller aborts', async () => {
    const budget = new RateBudget();
    await budget.enter(undefined);
    budget.leave(full);
    const stop = new AbortController();
    const waiting = budget.enter(stop.signal);
    stop.abort();
    expect(await failure(waiting)).toMatchObject({ code: 'aborted', name: 'AbortError' });
    expect(await failure(budget.enter(stop.signal))).toMatchObject({ code: 'aborted' });
  });

  it('does not wait if the server has no limit', async () => {
    const budget = new RateBudget();
    await budget.enter(undefined);
    budget.leave(undefined);
    const entered = await Promise.all(Array.from({ length: 100 }, () => budget.enter(undefined)));
    expect(entered).toHaveLength(100);
  });

  it('sends one call first while the limit is unknown', async () => {
    const budget = new RateBudget();
    const entered: number[] = [];
    const enter = async (number: number): Promise<void> => {
      await budget.enter(undefined);
      entered.push(number);
    };
    const calls = [enter(1), enter(2), enter(3)];
    await calls[0];
    expect(entered).toEqual([1]);
    budget.leave({ limit: 9, remaining: 8, resetSeconds: 60 });
    await Promise.all(calls);
    expect(entered).toEqual([1, 2, 3]);
  });

  it('follows the latest response, with any order of arrival', async () => {
    const budget = new RateBudget();
    for (let call = 0; call < 3; call += 1) {
      const entering = budget.enter(undefined);
      if (call === 0) {
        await entering;
        budget.leave({ limit: 9, remaining: 8, resetSeconds: 60 });
      } else {
        await entering;
      }
    }
    budget.leave({ limit: 9, remaining: 1, resetSeconds: 60 });
    budget.leave({ limit: 9, remaining: 2, resetSeconds: 60 });
    await budget.enter(undefined);
    const stop = new AbortController();
    const second = budget.enter(stop.signal);
    stop.abort();
    expect(await failure(second)).toMatchObject({ code: 'aborted' });
  });

  it('continues after failed calls', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const budget = new RateBudget();
    await budget.enter(undefined);
    budget.leave({ limit: 1, remaining: 0, resetSeconds: 1 });
    const next = budget.enter(undefined);
    await vi.advanceTimersByTimeAsync(1100);
    await next;
    budget.leave(undefined);
    await budget.enter(undefined);
    budget.leave(undefined);
    await expect(budget.enter(undefined)).resolves.toBeUndefined();
  });

  it('does not wait for hours', async () => {
    const budget = new RateBudget();
    await budget.enter(undefined);
    budget.leave({ ...full, resetSeconds: 3600 });
    await expect(budget.enter(undefined)).resolves.toBeUndefined();
  });
});
