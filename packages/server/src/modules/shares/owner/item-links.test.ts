import { limits, type ListedShare } from '@drive/contract';
import { describe, expect, it } from 'vitest';
import { callAsVisitor } from '../../../../test/api/file-requests.ts';
import { startDrive } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';
import { drive, driveForAllTests, user } from '../../../../test/use-drive.ts';

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
