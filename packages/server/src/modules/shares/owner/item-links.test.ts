import { setImmediate } from 'node:timers/promises';
import { limits, type ListedShare } from '@drive/contract';
import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { callAsVisitor } from '../../../../test/api/file-requests.ts';
import { startDrive } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';
import { drive, driveForAllTests, user } from '../../../../test/use-drive.ts';
import type { Tx } from '../../../platform/db/index.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const api = (): SharedApi => sharedApi(drive, user);
let files = 0;
const newFile = (): Promise<string> => api().file(`file ${(files += 1)}.txt`);
const add = async (id: string, json: object = {}): Promise<ListedShare> => {
  const { status, body } = await api().call('POST', `/api/files/${id}/links`, json);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as ListedShare;
};
const list = async (id: string): Promise<ListedShare[]> =>
  (await api().call('GET', `/api/files/${id}/links`)).body.links as ListedShare[];
const item = async (id: string) => (await api().call('GET', `/api/files/${id}`)).body;
const opens = async (token: string): Promise<number> =>
  (await callAsVisitor('GET', `/api/public/share/${token}`)).status;
const tokens = (links: readonly ListedShare[]): string[] => links.map(({ shareToken }) => shareToken);

describe('several links of an item', () => {
  it('[P-1340] each have their own settings, and open independently', async () => {
    const id = await newFile();
    const { shareToken: first } = await api().shareFile(id);
    const second = await add(id, { label: ' For the board ', password: 'secret', expiresInDays: 3, maxDownloads: 2 });
    const third = await add(id, { shareMode: 'PUBLIC', slug: 'third-link' });
    expect(second).toMatchObject({
      label: 'For the board',
      passwordProtected: true,
      maxDownloads: 2,
      itemId: id,
      kind: 'file',
      fileCount: 1,
      createdBy: { id: expect.any(String), name: null },
    });
    expect(third).toMatchObject({ shortUrl: `${drive.url}/s/third-link`, listed: true, publicUrl: null });
    expect(tokens(await list(id))).toEqual([first, second.shareToken, third.shareToken]);
    await api().call('PATCH', `/api/shares/${second.shareToken}`, { shareMode: 'PRIVATE', label: null });
    expect([await opens(first), await opens(second.shareToken), await opens(third.shareToken)]).toEqual([
      200, 404, 200,
    ]);
    expect((await list(id))[1]).toMatchObject({ label: null, shareMode: 'PRIVATE', maxDownloads: 2 });
    expect((await api().call('GET', '/api/shares')).body.shares).toHaveLength(3);
  });

  it('[P-1341] are listed once with their item, whose mode is that of the most open one', async () => {
    const id = await newFile();
    const { shareToken: first } = await api().shareFile(id);
    await add(id);
    const open = await add(id, { shareMode: 'PUBLIC' });
    expect(await item(id)).toMatchObject({ shareToken: first, shareMode: 'PUBLIC' });
    const rows = (await api().call('GET', '/api/files?limit=200')).body.files as { id: string }[];
    expect(rows.filter((row) => row.id === id)).toHaveLength(1);
    await api().call('DELETE', `/api/shares/${open.shareToken}`);
    expect(await item(id)).toMatchObject({ shareToken: first, shareMode: 'SHARED' });
  });

  it('[P-1342] end one by one by their token; the next oldest then is the first', async () => {
    const id = await newFile();
    const first = await add(id);
    const [second, third] = [await add(id), await add(id)];
    await api().call('DELETE', `/api/shares/${first.shareToken}`);
    expect(await item(id)).toMatchObject({ shareToken: second.shareToken });
    expect(await opens(first.shareToken)).toBe(404);
    const again = await api().shareFile(id, { maxDownloads: 7 });
    expect([again.shareToken, again.maxDownloads]).toEqual([second.shareToken, 7]);
    expect(tokens(await list(id))).toEqual([second.shareToken, third.shareToken]);
  });

  it.each(['revoked by the documented endpoint', 'made private'])(
    '[P-1343] all end when the item is %s',
    async (how) => {
      const folderId = await api().folder(`Folder ${(files += 1)}`);
      const id = await api().put(`in ${files}.txt`, 'x', { in: folderId });
      const links = [await add(id), await add(id, { slug: `gone-${files}` }), await add(id)];
      if (how === 'made private')
        await api().call('PATCH', '/api/files/visibility', { ids: [folderId], mode: 'PRIVATE' });
      else await api().call('DELETE', `/api/files/${id}/share`);
      for (const { shareToken } of links) expect(await opens(shareToken)).toBe(404);
      expect(await list(id)).toEqual([]);
      expect(await item(id)).toMatchObject({ shareToken: null, shareMode: 'PRIVATE' });
      const { body } = await api().call('GET', `/api/share/slug-available?slug=gone-${files}`);
      expect(body.available).toBe(true);
    },
  );

  it('[P-1344] end with their item, and are silent while it is in the trash', async () => {
    const id = await newFile();
    const [first, second] = [await add(id), await add(id)];
    await api().call('DELETE', `/api/files/${id}`);
    expect([await opens(first.shareToken), await opens(second.shareToken)]).toEqual([404, 404]);
    await api().call('POST', `/api/files/${id}/restore`);
    expect([await opens(first.shareToken), await opens(second.shareToken)]).toEqual([200, 200]);
    await api().call('DELETE', `/api/files/${id}`);
    await api().call('DELETE', `/api/files/${id}/permanent`);
    await drive.jobs.drain();
    expect((await api().call('GET', `/api/shares/${second.shareToken}`)).status).toBe(404);
  });

  it('[P-1345] are 50 at most, however many are made at once', async () => {
    const id = await newFile();
    const made = await Promise.all(
      Array.from({ length: limits.linksPerItem + 4 }, () => api().call('POST', `/api/files/${id}/links`)),
    );
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'link_limit_reached'));
    expect(await list(id)).toHaveLength(limits.linksPerItem);
  });

  it('[P-1346] keep one first link, whoever makes and ends links at the same time', async () => {
    const id = await newFile();
    for (let round = 0; round < 3; round += 1) {
      const links = await Promise.all([api().shareFile(id), api().shareFile(id), add(id), add(id)]);
      const known = tokens(await list(id));
      const { shareToken } = await item(id);
      expect(known).toContain(shareToken);
      expect(new Set(known).size).toBe(known.length);
      await Promise.all(links.map((link) => api().call('DELETE', `/api/shares/${link.shareToken}`)));
      expect(await list(id)).toEqual([]);
      expect((await item(id)).shareToken).toBeNull();
    }
  });

  it('change nothing if the slug is taken or the password is too long', async () => {
    const id = await newFile();
    await add(id, { slug: 'taken-slug' });
    const taken = await api().call('POST', `/api/files/${id}/links`, { slug: 'taken-slug', label: 'x' });
    expect([taken.status, taken.body.code]).toEqual([409, 'vanity_slug_taken']);
    const second = await add(id, { label: 'second' });
    const both = await api().call('PATCH', `/api/shares/${second.shareToken}`, { label: 'other', slug: 'taken-slug' });
    expect([both.status, both.body.code]).toEqual([409, 'vanity_slug_taken']);
    const long = await api().call('POST', `/api/files/${id}/links`, { password: 'x'.repeat(73) });
    expect([long.status, long.body.code]).toEqual([400, 'password_too_long']);
    expect((await list(id)).map(({ label }) => label)).toEqual([null, 'second']);
  });

  it('show nothing to another user', async () => {
    const id = await newFile();
    const { shareToken } = await add(id);
    const other = sharedApi(drive, await drive.createUser());
    for (const [method, path] of [
      ['GET', `/api/files/${id}/links`],
      ['POST', `/api/files/${id}/links`],
    ] as const) {
      const { status, body } = await other.call(method, path);
      const unknown = await other.call(method, path.replace(id, '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1'));
      expect([status, body.code, body.message]).toEqual([404, 'file_not_found', unknown.body.message]);
    }
    for (const [method, path, json] of [
      ['PATCH', `/api/shares/${shareToken}`, { label: 'mine' }],
      ['GET', `/api/shares/${shareToken}/uploads`, undefined],
    ] as const)
      expect((await other.call(method, path, json)).status).toBe(404);
  });
});

describe('the purge of shared items', () => {
  /** Names and tokens of the links whose end was told, in events and in the audit log, in order. */
  async function ended(): Promise<{ readonly told: readonly (readonly [string, string])[]; readonly audited: number }> {
    const { reader } = drive.database;
    const ofUser = reader.selectFrom('events').select('data').where('user_id', '=', user.userId);
    const rows = await ofUser.where('type', '=', 'share.revoked').orderBy('row_id').execute();
    const { id } = await drive.app.accounts.directory.get({ email: user.email });
    const audit = reader.selectFrom('audit_log').select(['id']).where('user_id', '=', id);
    const audited = await audit.where('action', '=', 'share.revoked').where('actor_kind', '=', 'server').execute();
    const told = rows.map(({ data }) => JSON.parse(data) as { name: string; share_token: string });
    return { told: told.map((one) => [one.name, one.share_token] as const), audited: audited.length };
  }
  const purge = async (...ids: string[]): Promise<void> => {
    await api().trash(...ids);
    for (const id of ids) expect((await api().call('DELETE', `/api/files/${id}/permanent`)).status).toBe(204);
    await drive.jobs.drain();
  };

  it('tells of the end of each link once, and trashing of none', async () => {
    const folder = await api().folder('Purged');
    const inner = await api().file('inner.txt', { in: folder });
    const [outer, last] = [await api().file('outer.txt'), await api().file('last.txt')];
    const ofFolder = await api().shareFolder(folder, { allowUpload: true });
    const [first, second] = [await add(inner), await add(inner, { slug: 'purged-link' })];
    const both = await api().shareTogether([inner, outer]);
    const several = await api().shareTogether([inner, outer, last]);
    await api().trash(folder);
    await drive.jobs.drain();
    expect(await ended()).toEqual({ told: [], audited: 0 });
    await api().call('POST', `/api/files/${folder}/restore`);
    await purge(folder);
    const expected = [
      ['inner.txt', second.shareToken],
      ['inner.txt', first.shareToken],
      ['Purged', ofFolder.shareToken],
    ];
    expect(await ended()).toEqual({ told: expected, audited: 3 });
    expect(await opens(both)).toBe(200);
    await purge(outer);
    expected.push(['0 files', both]);
    expect(await ended()).toEqual({ told: expected, audited: 4 });
    expect([await opens(both), await opens(several)]).toEqual([404, 200]);
    await purge(last);
    expect(await ended()).toEqual({ told: [...expected, ['0 files', several]], audited: 5 });
  });

  it('tells once that a link to several files has lost some of them, and nothing while they are in the trash', async () => {
    const told = async (): Promise<unknown[]> => {
      const rows = await drive.database.reader
        .selectFrom('events')
        .select('data')
        .where('user_id', '=', user.userId)
        .where('type', 'in', ['share.updated', 'share.revoked'])
        .orderBy('row_id')
        .execute();
      return rows.map(({ data }) => JSON.parse(data) as object);
    };
    const folder = await api().folder('Lost');
    const lost = [await api().file('a.txt', { in: folder }), await api().file('b.txt', { in: folder })];
    const share_token = await api().shareTogether([...lost, await newFile()]);
    await api().trash(folder);
    await drive.jobs.drain();
    expect(await told()).toEqual([]);
    await api().call('DELETE', `/api/files/${folder}/permanent`);
    await drive.jobs.drain();
    expect(await told()).toMatchObject([{ share_token, kind: 'multi_share', name: '1 file' }]);
    expect(await opens(share_token)).toBe(200);
    const audit = drive.database.reader.selectFrom('audit_log').select(['actor_kind', 'details']);
    const changed = await audit.where('action', '=', 'share.changed').orderBy('row_id', 'desc').executeTakeFirst();
    expect(changed).toMatchObject({ actor_kind: 'server', details: expect.stringContaining('files') });
  });
});

describe('while an item moves to another owner', () => {
  /** As the transaction of the move leaves it, before links are looked at. */
  const give = async (tx: Tx, ids: readonly string[], to: number): Promise<void> => {
    await tx.updateTable('items').set({ owner_id: to }).where('id', 'in', ids).execute();
  };

  it('a link that was there opens nothing of the new owner', async () => {
    const [one, two] = [await newFile(), await newFile()];
    const folder = await api().folder('Given');
    const inner = await api().file('inner.txt', { in: folder });
    const shared = [await api().shareFile(one), await api().shareFolder(folder), await add(one)];
    const links = [...tokens(shared as ListedShare[]), await api().shareTogether([one, two])];
    expect(await Promise.all(links.map(opens))).toEqual([200, 200, 200, 200]);
    const { userId } = await drive.createUser();
    await drive.database.write((tx) => give(tx, [one, two, folder, inner], userId));
    expect(await Promise.all(links.map(opens))).toEqual([404, 404, 404, 404]);
  });

  // SQLite has one writer.
  it.skipIf(inject('databaseKind') === 'sqlite').each<[string, (id: string) => [string, string, object]]>([
    ['the first link', (id) => ['POST', `/api/files/${id}/share`, {}]],
    ['a further link', (id) => ['POST', `/api/files/${id}/links`, {}]],
    ['a link with others', (id) => ['POST', '/api/files/share-multi', { fileIds: [id, id] }]],
    ['visibility', (id) => ['PATCH', '/api/files/visibility', { ids: [id], mode: 'PUBLIC' }]],
  ])('nobody makes a link to it: %s', async (_, requestOf) => {
    const [id, other] = [await newFile(), await newFile()];
    const { userId } = await drive.createUser();
    const [method, path, json] = requestOf(id);
    const body = 'fileIds' in json ? { fileIds: [id, other] } : json;
    let answer: Promise<unknown> | undefined;
    await drive.database.write(async (tx) => {
      await tx.lock(`tree:${user.userId}`);
      await give(tx, [id, other], userId);
      let hasAnswered = false;
      answer = api()
        .call(method, path, body)
        .finally(() => (hasAnswered = true));
      while (!hasAnswered && !(await isWaiting(tx))) await setImmediate();
    });
    await answer;
    const made = drive.database.reader.selectFrom('shares').select('token').where('owner_id', '=', user.userId);
    expect(await made.execute()).toEqual([]);
  });

  async function isWaiting(tx: Tx): Promise<boolean> {
    const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(tx);
    return rows.length > 0;
  }
});
