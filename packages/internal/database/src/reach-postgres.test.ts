import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { unavailable } from './postgres-connection.ts';
import { openPostgres } from './postgres.ts';
import { explainToOperator, untilReachable } from './reach-postgres.ts';

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

  test.each([
    ['refuses the server itself', coded('28P01', 'password authentication failed')],
    // As `withAdvice` has it.
    [
      'is a pooler that must be set up',
      new Error('unsupported startup parameter: idle_in_transaction_session_timeout. Set it.'),
    ],
  ])('but not if it %s', async (_how, cause) => {
    const refusal = unavailable(cause);
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

describe('a start that failed tells the operator', () => {
  const url = 'postgres://drive:secret@db.example.com/drive';
  test.each([
    [
      coded('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:5432'),
      'Postgres at db.example.com does not answer: connect ECONNREFUSED 10.0.0.1:5432. Check DRIVE_DATABASE_URL.',
    ],
    [coded('ECONNREFUSED', ''), 'Postgres at db.example.com does not answer: ECONNREFUSED. Check DRIVE_DATABASE_URL.'],
    [
      coded('3D000', 'database "drive" does not exist'),
      'Postgres at db.example.com cannot be used: database "drive" does not exist. Check DRIVE_DATABASE_URL.',
    ],
    [new Error('Advice. Follow it.'), 'Postgres at db.example.com cannot be used: Advice. Follow it.'],
  ])('the host and the reason: %s', (cause, message) => {
    expect(explainToOperator(unavailable(cause), url)).toMatchObject({ name: 'UnusablePostgresError', message });
  });

  test('but leaves errors that need no explanation', () => {
    const error = new Error('other');
    expect(explainToOperator(error, url)).toBe(error);
  });
});
