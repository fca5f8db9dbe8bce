import promises, { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestName } from '@drive/backup-format';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../config.ts';
import { migrate, openSqlite } from '../../platform/db/index.ts';
import { backupAndKeep } from './kept-backups.ts';

/** The folder of backups, and a function that adds one and returns its name, until the end of the test. */
async function startBackups() {
  const home = await mkdtemp(join(tmpdir(), 'drive-kept-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const [dataDir, directory] = [join(home, 'data'), join(home, 'kept')];
  for (const path of [join(dataDir, 'blobs'), directory]) await mkdir(path, { recursive: true });
  const database = openSqlite({ file: join(dataDir, 'drive.db') });
  await migrate(database, { now: () => 0 });
  await database.close();
  const env = { DRIVE_SECRET: 'a secret of this test, long enough', DRIVE_MIN_FREE_BYTES: '0' };
  const config = loadConfig({ flags: { DATA_DIR: dataDir }, env });
  const backUp = async (): Promise<string> => {
    const { createdAt } = await backupAndKeep(config, { directory, keep: 3, report: {} });
    return createdAt.replaceAll(/[:.]/g, '-');
  };
  return { directory, backUp };
}

it.each(['EACCES', 'EPERM'])('copies files if the disk refuses links with %s', async (code) => {
  const { directory, backUp } = await startBackups();
  await mkdir(join(directory, await backUp(), 'blobs/2026'), { recursive: true });
  const [first = ''] = await readdir(directory);
  await writeFile(join(directory, first, 'blobs/2026/blob'), 'bytes');
  const { link } = promises;
  const replace = (by: typeof link): void => {
    promises.link = by;
    syncBuiltinESMExports();
  };
  onTestFinished(() => replace(link));
  replace(() => Promise.reject(Object.assign(new Error(code), { code })));
  await expect(backUp()).resolves.toMatch(/^\d{4}-/);
});

it('gives backups of a clock that was ahead no place among the newest', async () => {
  const { directory, backUp } = await startBackups();
  const listKept = async (): Promise<string[]> => (await readdir(directory)).filter((name) => /^\d{4}-/.test(name));
  const ahead = ['2098-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
  for (const createdAt of ahead) {
    const name = await backUp();
    const path = join(directory, createdAt.replaceAll(/[:.]/g, '-'));
    await rename(join(directory, name), path);
    const [list = ''] = (await readdir(path)).filter((each) => each.endsWith('.ndjson'));
    await rename(join(path, list), join(path, `blobs-${createdAt.replaceAll(/\D/g, '')}.ndjson`));
    const manifest = JSON.parse(await readFile(join(path, manifestName), 'utf8')) as object;
    await writeFile(join(path, manifestName), JSON.stringify({ ...manifest, createdAt }));
  }
  const [earlier, later] = ahead.map((createdAt) => createdAt.replaceAll(/[:.]/g, '-'));
  const made = [await backUp()];
  expect(await listKept()).toEqual([...made, earlier, later]);
  made.push(await backUp());
  expect(await listKept()).toEqual([...made, later]);
  made.push(await backUp(), await backUp());
  expect(await listKept()).toEqual(made.slice(1));
});
