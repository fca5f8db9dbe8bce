import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryPostgres, startPostgres, type TemporaryPostgres } from '@drive/database/test';
import { startRelay } from './frozen-relay.ts';

const settings = { wal_level: 'replica', max_wal_senders: 10, wal_keep_size: '1GB' };
const portOf = ({ url }: TemporaryPostgres): number => Number(new URL(url).port);

/**
 * A Postgres with a synchronous standby, at an address that always leads to the primary, as a virtual IP address, a name or a proxy does.
 * `kill` ends the primary once the standby has all that was acknowledged; `restart` promotes the standby, lets the address lead there, and
 * begins to make another one.
 */
export async function startRedundantPostgres(): Promise<Omit<TemporaryPostgres, 'backUp'>> {
  let primary = await startPostgres({ isDurable: true, settings });
  const relay = await startRelay(portOf(primary));
  let standby = addStandby(primary);
  const atRelay = (url: string): string => Object.assign(new URL(url), { port: String(relay.port) }).href;
  return {
    url: atRelay(primary.url),
    createDatabase: async (name) => atRelay(await primary.createDatabase(name)),
    kill: async () => {
      await standby;
      await primary.stop();
    },
    restart: async () => {
      primary = await standby;
      await queryPostgres(primary.url, 'select pg_promote()');
      relay.redirect(portOf(primary));
      standby = addStandby(primary);
      // `kill` and `stop` report why there is none.
      standby.catch(() => undefined);
    },
    stop: async () => {
      relay.close();
      const [added] = await Promise.allSettled([standby]);
      if (added.status === 'fulfilled') await added.value.stop();
      await primary.stop();
    },
  };
}

/** Resolves when commits of the primary wait for the standby. */
async function addStandby(primary: TemporaryPostgres): Promise<TemporaryPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-standby-'));
  let standby: TemporaryPostgres;
  try {
    await primary.backUp(join(directory, 'base'));
    standby = await startPostgres({
      isDurable: true,
      isStandby: true,
      baseBackup: join(directory, 'base'),
      settings: { ...settings, primary_conninfo: `host=127.0.0.1 port=${portOf(primary)} user=postgres` },
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  const isStreaming = "select 1 from pg_stat_replication where state = 'streaming'";
  while ((await queryPostgres(primary.url, isStreaming)).length === 0) await sleep(50);
  // After the base backup, so that the standby waits for nobody once it is promoted.
  await queryPostgres(primary.url, "alter system set synchronous_standby_names = '*'");
  await queryPostgres(primary.url, 'select pg_reload_conf()');
  while ((await queryPostgres(primary.url, "select 1 from pg_stat_replication where sync_state = 'sync'")).length === 0)
    await sleep(50);
  return standby;
}
