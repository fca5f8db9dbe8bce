import { minuteMs } from '@drive/base';
import { limits, type ArchiveUrl, type Operation } from '@drive/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentsOf, zipOf } from '../../../test/api/archive-requests.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';
import type { Database } from '../../platform/db/index.ts';
import { createSecrets } from '../../platform/secrets.ts';

/** The transaction, counted from the next, that is undone as if its server had been killed before the commit. */
let killsIn: number | undefined;
const killing = (database: Database): Database =>
  overriding(database, {
    write: (work, options) =>
      database.write(async (tx) => {
        const result = await work(tx);
        if (killsIn !== undefined && (killsIn -= 1) === 0) throw new Error('killed');
        return result;
      }, options),
  });

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
let secrets = () => createSecrets(first);

let drive: Drive;
let user: TestUser;
let mine: SharedApi;
beforeEach(async () => {
  killsIn = undefined;
  secrets = () => createSecrets(first);
  drive = await startDrive({ database: killing, secrets: () => secrets(), settings: { ARCHIVE_MAX_BYTES: '10' } });
  user = await drive.createUser({ email: 'ada@example.com' });
  mine = sharedApi(drive, user);
});
afterEach(() => drive.close());

async function start(key = user.key): Promise<string> {
  const response = await drive.fetch('/api/me/export', { key });
  expect(response.status).toBe(202);
  return ((await response.json()) as { operationId: string }).operationId;
}
const read = async (id: string, key = user.key): Promise<Operation> =>
  (await (await drive.fetch(`/api/operations/${id}`, { key })).json()) as Operation;
async function exported(id: string, key = user.key): Promise<Record<string, string>> {
  await drive.drain();
  const { status, result } = await read(id, key);
  expect(status).toBe('complete');
  return contentsOf(await zipOf(await drive.fetch((result as ArchiveUrl).downloadUrl)));
}
const keyWith = async (scopes: readonly string[]): Promise<string> =>
  (await mine.call('POST', '/api/me/api-keys', { scopes })).body.rawKey;

describe('an export', () => {
  it('[P-1570] contains the tree of the user, and links, activity and settings as JSON', async () => {
    const folder = await mine.folder('Notes');
    await mine.put('long text.txt', 'more than an archive may have', { in: folder });
    const file = await mine.put('a.txt', 'hello');
    await mine.trash(await mine.put('gone.txt', 'gone'));
    await mine.folder('Empty');
    const { shareToken } = await mine.shareFile(file);
    await mine.call('POST', '/api/pastes', { content: 'a text', title: 'A paste' });
    const other = sharedApi(drive, await drive.createUser());
    await other.put('other.txt', 'not mine');
    const contents = await exported(await start());
    expect(Object.keys(contents).toSorted()).toEqual([
      'account.json',
      'activity.json',
      'files/Empty/',
      'files/Notes/long text.txt',
      'files/a.txt',
      'links/file-requests.json',
      'links/pastes.json',
      'links/proofings.json',
      'links/shares.json',
      'links/upload-grants.json',
      'settings/api-keys.json',
      'settings/identities.json',
      'settings/passkeys.json',
      'settings/webhooks.json',
    ]);
    expect(contents['files/Notes/long text.txt']).toBe('more than an archive may have');
    const json = (path: string): any => JSON.parse(contents[path] ?? '');
    expect(json('account.json')).toMatchObject({ email: user.email });
    expect(json('links/shares.json')).toMatchObject([{ shareToken }]);
    expect(json('links/pastes.json')).toMatchObject([{ title: 'A paste' }]);
    expect(json('activity.json').map(({ type }: { type: string }) => type)).toContain('share.created');
    expect(Object.values(contents).join()).not.toContain(user.key);
  });

  it('[P-1571] is downloaded once, within an hour, and read by its user only', async () => {
    await mine.put('a.txt', 'hello');
    const id = await start();
    await drive.drain();
    const stranger = await drive.createUser();
    expect((await drive.fetch(`/api/operations/${id}`, { key: stranger.key })).status).toBe(404);
    const { downloadUrl } = (await read(id)).result as ArchiveUrl;
    const stored = await drive.database.reader.selectFrom('operations').select(['request', 'result']).execute();
    expect(JSON.stringify(stored)).not.toContain(downloadUrl.split('/').at(-2));
    expect((await drive.fetch(downloadUrl)).status).toBe(200);
    expect((await drive.fetch(downloadUrl)).status).toBe(410);
    const again = await start();
    await drive.drain();
    drive.clock.advance(limits.exportMinutes * minuteMs);
    expect((await drive.fetch(((await read(again)).result as ArchiveUrl).downloadUrl)).status).toBe(403);
  });

  it('[P-1572] has what the scopes of the key allow, and none for a key for one folder', async () => {
    await mine.put('a.txt', 'hello');
    const key = await keyWith(['files:read']);
    expect(Object.keys(await exported(await start(key), key)).toSorted()).toEqual([
      'account.json',
      'activity.json',
      'files/a.txt',
    ]);
    expect((await drive.fetch('/api/me/export', { key: await keyWith(['account']) })).status).toBe(403);
    const { body } = await mine.call('POST', '/api/me/api-keys', { folderId: await mine.folder('Notes') });
    expect((await drive.fetch('/api/me/export', { key: body.rawKey })).status).toBe(403);
  });

  it('[P-1573] is complete after a server was killed at any of its steps', async () => {
    await mine.put('a.txt', 'hello');
    for (let step = 1; ; step += 1) {
      const id = await start();
      killsIn = step;
      await drive.drain().catch(() => undefined);
      const wasKilled = killsIn === 0;
      killsIn = undefined;
      drive.clock.advance(minuteMs);
      expect((await exported(id))['files/a.txt']).toBe('hello');
      if (!wasKilled) break;
    }
  });

  it('fails when its servers have died of it again and again', async () => {
    const id = await start();
    await drive.database.write((tx) =>
      tx.updateTable('jobs').set({ attempts: 5 }).where('type', '=', 'exports.make').execute(),
    );
    await drive.drain();
    expect((await read(id)).status).toBe('failed');
  });

  it('is downloaded with the master secret that replaces the one it was made with', async () => {
    await mine.put('a.txt', 'hello');
    const id = await start();
    await drive.drain();
    secrets = () => createSecrets(second, first);
    await drive.restart();
    expect((await exported(id))['files/a.txt']).toBe('hello');
  });

  it('ends the earlier exports of its user, but no download that has begun', async () => {
    await mine.put('a.txt', 'hello');
    const urls: string[] = [];
    for (const isFetched of [false, true, false, false]) {
      const id = await start();
      await drive.drain();
      const { downloadUrl } = (await read(id)).result as ArchiveUrl;
      urls.push(downloadUrl);
      if (!isFetched) continue;
      const response = await drive.fetch(downloadUrl);
      expect(response.status).toBe(200);
      expect(Date.parse(response.headers.get('last-modified') ?? '')).toBeLessThanOrEqual(drive.clock.now());
      await response.arrayBuffer();
      await start();
      await drive.drain();
      expect((await drive.fetch(downloadUrl)).status).toBe(410);
    }
    const statuses: number[] = [];
    for (const url of urls) statuses.push((await drive.fetch(url)).status);
    expect(statuses).toEqual([403, 403, 403, 200]);
    const kept = await drive.database.reader.selectFrom('archives').select('row_id').execute();
    expect(kept).toHaveLength(1);
  });

  it('[P-1574] is one of at most three operations of a user at a time', async () => {
    for (let count = 0; count < limits.runningOperations; count += 1) await start();
    expect((await drive.fetch('/api/me/export', { key: user.key })).status).toBe(429);
    await drive.drain();
    await start();
  });
});
