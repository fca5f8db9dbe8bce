import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { admin, cliCommand, createKey, drive, freshMachine, liftedLimits, startServer } from './programs.ts';

/** SYNC_KILLS=500 takes about ten minutes. */
const kills = Number(process.env['SYNC_KILLS'] ?? 6);
const longestLifeMs = 700;
const computers = 2;

/** A folder of a computer, in which somebody works. */
class Folder {
  readonly path: string;
  readonly #removed: Set<string>;
  readonly #written: Set<string>;

  constructor(path: string, written: Set<string>, removed: Set<string>) {
    this.path = path;
    this.#written = written;
    this.#removed = removed;
    mkdirSync(path);
  }

  /** Contents by path; folders have none. */
  tree(): Record<string, string> {
    return Object.fromEntries(
      readdirSync(this.path, { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.startsWith('.drive-trash'))
        .map((name) => [name, statSync(join(this.path, name)).isFile() ? this.#read(name) : ''] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  }

  edit(): void {
    const all = Object.entries(this.tree());
    const [file] = all[randomInt(all.length + 1)] ?? [];
    const folders = ['', ...all.flatMap(([name, content]) => (content === '' ? [name] : []))];
    const target = join(folders[randomInt(folders.length)] ?? '', `n${randomInt(12)}`);
    const isFree = !existsSync(join(this.path, target));
    switch (randomInt(6)) {
      case 0:
        if (isFree) mkdirSync(join(this.path, target));
        break;
      case 1:
        if (file !== undefined && isFree && !target.startsWith(file))
          renameSync(join(this.path, file), join(this.path, target));
        break;
      case 2:
        if (file !== undefined && statSync(join(this.path, file)).isFile()) {
          this.#removed.add(this.#read(file));
          rmSync(join(this.path, file));
        }
        break;
      default:
        if (isFree) this.#write(target);
    }
  }

  #read(name: string): string {
    return readFileSync(join(this.path, name)).subarray(0, 16).toString('hex');
  }

  /** Mostly small files, and some that take longer than a run may live. */
  #write(name: string): void {
    const bytes = randomBytes(randomInt(4) === 0 ? 3_000_000 : 1000);
    this.#written.add(bytes.subarray(0, 16).toString('hex'));
    writeFileSync(join(this.path, name), bytes);
  }
}

it(
  `[P-1215] two computers whose synchronization was killed ${kills} times have the same files, and none is lost`,
  { timeout: 60_000 + kills * 5000 },
  async () => {
    const { home, env: machine } = freshMachine();
    const server = await startServer({ ...machine, ...liftedLimits });
    const written = new Set<string>();
    const removed = new Set<string>();
    try {
      const key = await createKey(machine, admin.email);
      const all = Array.from({ length: computers }, (_, index) => {
        const own = join(home, `computer-${index}`);
        mkdirSync(own);
        const env = { ...machine, HOME: own, DRIVE_BASE_URL: server.url, DRIVE_API_KEY: key };
        return { folder: new Folder(join(own, 'Drive'), written, removed), env };
      });
      const argv = (path: string): string[] => ['sync', '--two-way', '--yes', path, 'drive:/'];

      for (let kill = 0; kill < kills; kill++) {
        for (const { folder } of all) for (let edit = 0; edit < 4; edit++) folder.edit();
        const { folder, env } = all[kill % all.length]!;
        const [file = '', ...args] = cliCommand;
        const child = spawn(file, [...args, ...argv(folder.path)], { env, stdio: 'ignore' });
        const ended = once(child, 'exit');
        await Promise.race([ended, sleep(randomInt(longestLifeMs))]);
        child.kill('SIGKILL');
        await ended;
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
