import { expect, it, onTestFinished } from 'vitest';
import { admin, createKey, freshMachine, runServer, startServer } from './programs.ts';
import { startRedundantPostgres } from './redundant-postgres.ts';

it(
  '[P-1915] a synchronous standby of Postgres that takes over at the same address has every acknowledged file, and the server goes on',
  { timeout: 120_000 },
  async () => {
    const postgres = await startRedundantPostgres();
    onTestFinished(() => postgres.stop());
    const { env: machine } = freshMachine();
    const env = {
      ...machine,
      DRIVE_SECRET: 's'.repeat(32),
      DRIVE_DATABASE_URL: await postgres.createDatabase('drive'),
    };
    const server = await startServer(env);
    onTestFinished(() => void server.end('SIGKILL'));
    const headers = { authorization: `Bearer ${await createKey(env, admin.email)}` };
    const ask = (method: string, name: string, body?: string): Promise<Response> =>
      fetch(`${server.url}/files/by-path/${name}`, { method, headers, ...(body === undefined ? {} : { body }) });
    const stored: string[] = [];
    /** One after another, until the database is away. */
    const storeUntilRefused = async (): Promise<number> => {
      for (;;) {
        const name = `${stored.length}.txt`;
        const { status } = await ask('PUT', name, `the bytes of ${name}`);
        if (status !== 201) return status;
        stored.push(name);
      }
    };

    const storing = storeUntilRefused();
    await expect.poll(() => stored.length).toBeGreaterThan(5);
    await postgres.kill();
    expect(await storing).toBe(503);
    await postgres.restart();
    await expect.poll(async () => (await ask('PUT', 'later.txt', 'later')).status, { timeout: 30_000 }).toBe(201);
    for (const name of stored) expect(await (await ask('GET', name)).text()).toBe(`the bytes of ${name}`);
    expect(await server.end('SIGTERM')).toBe(0);
    const { stdout, stderr } = await runServer(env, 'doctor', '--read-data');
    expect(stdout.split('\n').filter((line) => !/^(orphan_blob: .*)?$/.test(line))).toEqual([]);
    expect(stderr).toContain('every byte was read');
  },
);
