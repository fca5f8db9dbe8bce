import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { unavailable } from './postgres-connection.ts';
import { openPostgres } from './postgres.ts';
import { untilReachable } from './reach-postgres.ts';

const failing = (...errors: readonly unknown[]) => {
  const left = [...errors];
  return {
    ping: async () => {
      const error = left.shift();
      if (error !== undefined) throw error;
    },
  };
};
const coded = (code: string, message = 'refused'): Error => Object.assign(new Error(message), { code });

describe('a start waits for Postgres', () => {
  test.each([
    ['refuses connections', coded('ECONNREFUSED')],
    ['is starting', coded('57P03', 'the database system is starting up')],
    ['has no name yet', coded('ENOTFOUND')],
    ['does not answer', new Error('timeout exceeded when trying to connect')],
  ])('that %s', async (_how, cause) => {
    const waited: unknown[] = [];
    const database = failing(unavailable(cause), unavailable(cause));
    await untilReachable(database, { forMs: 10_000, pauseMs: 0, onWaiting: (error) => waited.push(error) });
    expect(waited).toHaveLength(1);
  });

  test('but not if it refuses the server itself', async () => {
    const refusal = unavailable(coded('28P01', 'password authentication failed'));
    const waiting = untilReachable(failing(refusal), {
      forMs: 10_000,
      pauseMs: 0,
      onWaiting: () => expect.unreachable(),
    });
    await expect(waiting).rejects.toBe(refusal);
  });

  test('and gives up in the end', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => probe.once('listening', resolve));
    const { port } = probe.address() as { readonly port: number };
    await new Promise((resolve) => probe.close(resolve));
    const database = await openPostgres({ url: `postgres://drive@127.0.0.1:${port}/drive` });
    const waiting = untilReachable(database, { forMs: 10, pauseMs: 1, onWaiting: () => {} });
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable', cause: { code: 'ECONNREFUSED' } });
    await database.close();
  });
});
