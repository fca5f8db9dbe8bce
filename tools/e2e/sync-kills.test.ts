import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { admin, cliCommand, createKey, drive, freshMachine, liftedLimits, startServer } from './programs.ts';
import { type Contents, WorkingFolder } from './watching/working-folder.ts';

/** SYNC_KILLS=500 takes about five minutes. */
const kills = Number(process.env['SYNC_KILLS'] ?? 6);
const computers = 2;
/** Keeps a round as short as the first ones, however many there are. */
const mostFiles = 60;

it(
  `[P-1215] two computers whose synchronization was killed ${kills} times have the same files, and none is lost`,
  { timeout: 60_000 + kills * 5000 },
  async () => {
    const { home, env: machine } = freshMachine();
    const server = await startServer({ ...machine, ...liftedLimits });
    const written = new Set<string>();
    const removed = new Set<string>();
    const contents: Contents = {
      wrote: (digest) => void written.add(digest),
      removed: (digest) => void removed.add(digest),
    };
    try {
      const key = await createKey(machine, admin.email);
      const all = Array.from({ length: computers }, (_, index) => {
        const own = join(home, `computer-${index}`);
        mkdirSync(own);
        const env = { ...machine, HOME: own, DRIVE_BASE_URL: server.url, DRIVE_API_KEY: key };
        // Sending a large file takes longer than a run may live.
        const options = { removedPath: join(own, 'removed'), contents, largeBytes: 3_000_000 };
        return { folder: new WorkingFolder(join(own, 'Drive'), options), env };
      });
      const argv = (path: string): string[] => ['sync', '--two-way', '--yes', path, 'drive:/'];

      // Kills are to hit every part of a run, on a fast and on a busy computer: about a quarter of all runs ends before.
      let longestLifeMs = 700;
      let killed = 0;
      const killSometime = async ({ folder, env }: (typeof all)[number]): Promise<void> => {
        const [file = '', ...args] = cliCommand;
        const child = spawn(file, [...args, ...argv(folder.path)], { env, stdio: 'ignore' });
        const ended = once(child, 'exit');
        await Promise.race([ended, sleep(randomInt(Math.ceil(longestLifeMs)))]);
        child.kill('SIGKILL');
        await ended;
        const isKilled = child.signalCode === 'SIGKILL';
        if (isKilled) killed++;
        longestLifeMs *= isKilled ? 1.15 : 0.7;
      };
      while (killed < kills) {
        for (const { folder } of all) for (let edit = 0; edit < 4; edit++) folder.edit(mostFiles);
        await Promise.all(all.map(killSometime));
      }
      for (let round = 0; round < 3; round++) {
        for (const { folder, env } of all) expect(await drive(env, ...argv(folder.path))).toMatchObject({ code: 0 });
      }
      const [first, ...others] = all.map(({ folder }) => folder.tree());
      for (const other of others) expect(other).toEqual(first);
      const kept = new Set(Object.values(first ?? {}));
      expect([...written].filter((content) => !removed.has(content) && !kept.has(content))).toEqual([]);
    } finally {
      await server.end('SIGTERM');
      rmSync(home, { recursive: true, force: true });
    }
  },
);
