import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { admin, createKey, freshMachine, runServer, startServer } from './programs.ts';

function change<T>(dataDirectory: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDirectory, 'drive.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const stepsOf = (database: DatabaseSync): string[] =>
  database
    .prepare('select name from migrations order by name')
    .all()
    .map(({ name }) => String(name));

describe('a server that finds a database', () => {
  it('of a newer version refuses it, names the version, and leaves it unchanged', async () => {
    const { env, dataDirectory } = freshMachine();
    expect(await runServer(env, 'user', 'list')).toMatchObject({ code: 0 });
    change(dataDirectory, (database) => database.exec(`insert into migrations values ('9000-from-the-future', 1, 0)`));
    const refusal = /^drive-server: .*newer version of drive-server.*9000-from-the-future/i;
    for (const command of [['serve'], ['backup', '-'], ['doctor'], ['sweep']])
      expect(await runServer(env, ...command)).toMatchObject({ code: 1, stderr: expect.stringMatching(refusal) });
    expect(change(dataDirectory, stepsOf)).toContain('9000-from-the-future');
    expect(readdirSync(dataDirectory)).not.toContain('snapshots');
  });

  it('to which a newer version only added starts with it, and says so in the log', async () => {
    const { env, dataDirectory } = freshMachine();
    expect(await runServer(env, 'user', 'list')).toMatchObject({ code: 0 });
    change(dataDirectory, (database) => database.exec(`insert into migrations values ('9000-additive', 1, 1)`));
    const server = await startServer(env);
    expect(server.complaints()).toMatch(/the database is of a newer version, which lets this one work.*9000-additive/);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('reports an upgrade that fails, keeps a copy and changes nothing', async () => {
    const { env, dataDirectory } = freshMachine();
    expect(await runServer(env, 'user', 'list')).toMatchObject({ code: 0 });
    // The table that the first of these steps creates exists already.
    const before = change(dataDirectory, (database) => {
      database.exec(`delete from migrations where name >= '0108-change-feed'`);
      return stepsOf(database);
    });
    const refused = await runServer(env, 'serve');
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^drive-server: The database could not be brought up to this version, and is as it was/,
      ),
    });
    const copy = /A copy of the database is in (\S+)\.\n/.exec(refused.stderr)?.[1] ?? '';
    const opened = new DatabaseSync(copy, { readOnly: true });
    expect(stepsOf(opened)).toEqual(before);
    opened.close();
    expect(change(dataDirectory, stepsOf)).toEqual(before);
  });

  it('twice at once starts once', async () => {
    const { env } = freshMachine();
    const outcomes = await Promise.allSettled([startServer(env), startServer(env)]);
    const [server] = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const [refusal] = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refusal).toContain('Another drive-server is running on');
    const authorization = `Bearer ${await createKey(env, admin.email)}`;
    const me = await fetch(`${server!.url}/api/me`, { headers: { authorization } });
    expect(await me.json()).toMatchObject({ email: admin.email });
    expect(await server!.end('SIGTERM')).toBe(0);
  });
});
