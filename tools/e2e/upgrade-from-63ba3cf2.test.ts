import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { queryPostgres, startPostgres, type TemporaryPostgres } from '@drive/database/test';
import { DriveClient } from '@drive/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRelease, hasRelease } from './cluster/previous-release.ts';
import { admin, freshMachine, liftedLimits, run, runServer, startCommand, startServer } from './programs.ts';
import { readAll } from './read-files.ts';

/** The oldest version whose databases and backups are upgraded. */
const commit = '63ba3cf2';
if (!hasRelease(commit)) console.warn(`SKIPPED: the upgrade from ${commit}, because this checkout lacks its history.`);

type Env = Record<string, string>;

/** Tables, columns and indexes, in no order. */
async function schemaOf(env: Env): Promise<unknown[]> {
  const url = env['DRIVE_DATABASE_URL'];
  if (url !== undefined)
    return queryPostgres(
      url,
      `select 'column' as kind, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
         from information_schema.columns where table_schema = 'public' and table_name !~ '_\\d{8}$'
       union all select 'index', indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_\\d{8}$'
       union all select 'trigger', tgname from pg_trigger where not tgisinternal
       union all select 'function', proname from pg_proc where pronamespace = 'public'::regnamespace
       order by 1, 2`,
    );
  const database = new DatabaseSync(join(env['DRIVE_DATA_DIR'] ?? '', 'drive.db'), { readOnly: true });
  try {
    return database
      .prepare(
        `select m.name || '.' || c.name || ' ' || lower(c.type) || ' ' || c."notnull" as line
           from sqlite_master as m join pragma_table_info(m.name) as c where m.type = 'table'
         union all select name || ' on ' || tbl_name from sqlite_master where type = 'index'
         order by 1`,
      )
      .all();
  } finally {
    database.close();
  }
}

describe.skipIf(!hasRelease(commit)).each(['SQLite', 'Postgres'])(
  `a server of commit ${commit} on %s`,
  { timeout: 180_000 },
  (kind) => {
    let parent: string;
    let old: [string, string];
    let postgres: TemporaryPostgres | undefined;
    let databases = 0;
    beforeAll(async () => {
      parent = mkdtempSync(join(tmpdir(), 'drive-old-'));
      old = buildRelease(parent, commit);
      if (kind === 'Postgres') postgres = await startPostgres();
    });
    afterAll(async () => {
      await postgres?.stop();
      rmSync(parent, { recursive: true, force: true });
    });

    async function machine(): Promise<Env> {
      databases += 1;
      return {
        ...freshMachine().env,
        ...liftedLimits,
        ...(postgres && { DRIVE_DATABASE_URL: await postgres.createDatabase(`drive_${databases}`) }),
      };
    }

    async function look(env: Env, apiKey: string, shareUrl: string) {
      const server = await startServer(env);
      try {
        const client = new DriveClient({ baseUrl: server.url, apiKey });
        const shared = await fetch(new URL(new URL(shareUrl).pathname, server.url));
        return {
          files: await readAll(client),
          shared: shared.status,
          log: server.complaints(),
        };
      } finally {
        expect(await server.end('SIGTERM')).toBe(0);
      }
    }

    it('leaves a database and a backup that this version upgrades with everything in them', async () => {
      const env = await machine();
      const [file, ...args] = old;
      const server = await startCommand(old, env);
      const created = await run(file, [...args, 'key', 'create', '--email', admin.email], { env });
      const key = /svc_[\w-]{40}/.exec(created.stdout)?.[0] ?? '';
      const client = new DriveClient({ baseUrl: server.url, apiKey: key });
      const { fileId } = await client.uploads.upload(new Blob(['kept']), { name: 'İstanbul.txt' });
      await client.uploads.upload(new Blob(['a'.repeat(100_000)]), { name: 'large.txt' });
      const { shortUrl } = await client.shares.create(fileId);
      const files = await readAll(client);
      const backup = `${join(parent, 'backups')}/`;
      expect(await run(file, [...args, 'backup', backup], { env })).toMatchObject({ code: 0 });
      expect(await server.end('SIGTERM')).toBe(0);

      const expected = { files, shared: 200, log: expect.stringContaining('database upgraded') };
      expect(await look(env, key, shortUrl)).toMatchObject(expected);
      const fresh = await machine();
      expect(await runServer(fresh, 'user', 'list')).toMatchObject({ code: 0 });
      expect(await schemaOf(env)).toEqual(await schemaOf(fresh));

      const other = await machine();
      expect(await runServer(other, 'restore', backup)).toMatchObject({ code: 0 });
      expect(await look(other, key, shortUrl)).toMatchObject(expected);
      expect(await schemaOf(other)).toEqual(await schemaOf(fresh));
    });
  },
);
