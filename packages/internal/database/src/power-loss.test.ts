import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createChance, tearBytes } from '../test/torn-bytes.ts';
import type { Tx } from './database.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { openSqlite, type SqliteSeams } from './sqlite.ts';
import { checkpoint } from './wal.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-power-'));
  file = join(directory, 'drive.db');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const LOG_HEAD_BYTES = 32;

/** The disk after a power loss: synced bytes for certain, and any part of later writes, in any order. */
function createDisk(chance: () => number) {
  const log = `${file}-wal`;
  const synced: { file: Buffer; log: Buffer } = { file: Buffer.alloc(0), log: Buffer.alloc(0) };

  return {
    syncFile: () => void (synced.file = readFileSync(file)),
    syncWal: () => void (synced.log = readFileSync(log)),
    /** SQLite syncs only the header of a restarted WAL. */
    syncWalHead: () => void readFileSync(log).copy(synced.log, 0, 0, LOG_HEAD_BYTES),
    readLog: () => readFileSync(log),
    syncedLog: (content: Buffer) => void (synced.log = content),
    /** Opens the state after a power loss at this moment. */
    cutPower: <T>(look: (raw: Sqlite.Database) => T): T => {
      const found = join(directory, 'found.db');
      writeFileSync(found, tearBytes(synced.file, readFileSync(file), chance));
      writeFileSync(`${found}-wal`, tearBytes(synced.log, readFileSync(log), chance));
      rmSync(`${found}-shm`, { force: true });
      const raw = new Sqlite(found);
      // The other database need not be durable.
      raw.pragma('synchronous = off');
      try {
        return look(raw);
      } finally {
        raw.close();
      }
    },
  };
}

test('[P-508] loses nothing acknowledged and keeps no partial write after a power loss at any point', async () => {
  let cuts = 0;
  let restarts = 0;
  const scenario = fc.record({
    works: fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 9000 }), pauses: fc.nat({ max: 3 }) }), {
      minLength: 20,
      maxLength: 80,
    }),
    seed: fc.integer({ min: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ works, seed }) => {
      rmSync(directory, { recursive: true, force: true });
      const chance = createChance(seed);
      const acknowledged = new Set<number>();
      const disk = createDisk(chance);

      function maybeCutPower(): void {
        if (chance() > 0.15) return;
        cuts += 1;
        disk.cutPower((raw) => {
          expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
          const ids = (table: string): unknown[] => raw.prepare(`select id from ${table} order by id`).pluck().all();
          const found = ids('notes');
          expect(ids('copies')).toEqual(found);
          expect([...acknowledged].filter((id) => !found.includes(id))).toEqual([]);
        });
      }
      const turn = async (): Promise<void> => {
        await new Promise((resolve) => setImmediate(resolve));
        maybeCutPower();
      };

      const seams: Partial<SqliteSeams> = {
        maxWalPages: 60,
        syncWal: async () => {
          const content = disk.readLog();
          for (let turns = Math.floor(chance() * 4); turns >= 0; turns -= 1) await turn();
          disk.syncedLog(content);
          maybeCutPower();
        },
        // Runs in this thread, so that the syncs of SQLite are known.
        startCheckpointWorker: () => {
          const { raw } = connectSqlite(file, { readonly: false, cacheBytes: 100_000 });
          raw.pragma('synchronous = off');
          return {
            copy: async () => {
              await turn();
              checkpoint.copy(raw, () => {
                disk.syncWal();
                maybeCutPower();
                disk.syncFile();
              });
              maybeCutPower();
            },
            restart: async () => {
              await turn();
              const isDone = checkpoint.restart(raw);
              if (isDone) {
                restarts += 1;
                disk.syncFile();
                disk.syncWalHead();
              }
              await turn();
              return isDone;
            },
            close: async () => void raw.close(),
          };
        },
      };
      const open = () => openSqlite({ file, ownsWal: true, seams });
      const setUp = openSqlite({ file });
      await setUp.write(async (tx) => {
        await sql`create table notes (id integer primary key, text text)`.execute(tx);
        await sql`create table copies (id integer primary key, text text)`.execute(tx);
      });
      await setUp.close();
      const database = open();
      disk.syncFile();
      disk.syncWal();

      const write = async (tx: Tx<any>, id: number, text: string): Promise<void> => {
        await sql`insert into notes values (${id}, ${text})`.execute(tx);
        await sql`insert into copies values (${id}, ${text})`.execute(tx);
      };
      await Promise.all(
        works.map(async ({ bytes, pauses }, id) => {
          for (let count = 0; count < pauses * 20; count += 1) await new Promise((resolve) => setImmediate(resolve));
          await database.write((tx) => write(tx, id, 'x'.repeat(bytes)));
          acknowledged.add(id);
          maybeCutPower();
        }),
      );
      await database.close();
    }),
    { numRuns: 20 },
  );
  expect(cuts).toBeGreaterThan(60);
  expect(restarts).toBeGreaterThan(5);
});
