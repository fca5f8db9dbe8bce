// Checks the example: the index is killed again and again while the drive changes, and has every path in the end.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DriveClient } from '@drive/sdk';

const { DRIVE_URL, DRIVE_API_KEY, PATH } = process.env;
const here = mkdtempSync(join(tmpdir(), 'search-index-'));
const program = join(import.meta.dirname, 'index.ts');
const env = { PATH, DRIVE_BASE_URL: DRIVE_URL, DRIVE_API_KEY, INDEX_FILE: join(here, 'names.json') };
const client = new DriveClient({ baseUrl: DRIVE_URL, apiKey: DRIVE_API_KEY });

let made = 0;
const put = async (folder) => (await client.files.put(`${folder}/file ${(made += 1)}.txt`, new Blob(['x']))).id;

/** Each round makes, renames, moves, trashes, restores and deletes something, also whole folders. */
async function changeTheDrive(round) {
  const folder = await client.files.ensureFolder(`/Index/Round ${round}/Inner`);
  const ids = [];
  for (let each = 0; each < 4; each += 1) ids.push(await put(`/Index/Round ${round}/Inner`));
  await client.files.update(ids[0], { name: `renamed ${round}.txt` });
  await client.files.trash(ids[1]);
  await client.files.trash(ids[2]);
  await client.trash.restore(ids[2]);
  await client.trash.purge(ids[1]);
  await client.files.update(ids[3], { parentId: null, name: `moved ${round}.txt` });
  await client.files.trash(folder.id);
  if (round % 2 === 0) await client.trash.restore(folder.id);
  else if (round % 3 === 0) await client.trash.purge(folder.id);
}

async function pathsOfTheDrive() {
  const paths = [];
  for await (const { path } of client.files.tree()) paths.push(`/${path}`);
  return paths;
}

try {
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(process.execPath, [program], { cwd: here, env, stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = once(child, 'exit');
    await changeTheDrive(round);
    child.kill('SIGKILL');
    await ended;
    await changeTheDrive(round + 100);
  }
  execFileSync(process.execPath, [program, '--once'], { cwd: here, env });
  const found = execFileSync(process.execPath, [program, '--find', ''], { cwd: here, env }).toString();
  assert.deepEqual(found.trimEnd().split('\n'), (await pathsOfTheDrive()).toSorted());
  assert.ok(found.includes('/moved 3.txt\n'));
} finally {
  rmSync(here, { recursive: true });
}
