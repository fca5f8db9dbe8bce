import { hourMs, minuteMs } from '@drive/base';
import { describe, expect, test } from 'vitest';
import { browser, doors, visitorOf } from '../../../../test/api/visitor-api.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';
import { driveForAllTests, drive, mine } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { ask, archiveOf, fetchWhole, grantOf, unlock } = visitorOf(() => drive);

describe('guessing', () => {
  const budget = 40;

  /** Runs with rate limits on and a stopped clock, so that no limit resets. */
  async function guarded(run: (guess: (door: number, from?: string) => Promise<number>) => Promise<void>) {
    const drive40 = await startDrive({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
    try {
      await run(async (door, from = '192.0.2.1') => {
        const [method, path, json] = doors.at(door % doors.length) as (typeof doors)[number];
        const response = await drive40.fetch(path.replace('{token}', crypto.randomUUID().slice(0, 22)), {
          method,
          headers: { 'x-forwarded-for': from },
          ...(json === undefined ? {} : { json }),
        });
        return response.status;
      });
    } finally {
      await drive40.close();
    }
  }

  test('[P-153] at any endpoint counts in one limit', () =>
    guarded(async (guess) => {
      for (let n = 0; n < budget; n += 1) expect([n, await guess(n)]).toEqual([n, 404]);
      for (const n of doors.keys()) expect([n, await guess(n)]).toEqual([n, 429]);
      expect(await guess(0, '192.0.2.2')).toBe(404);
    }));

  test('from the IP addresses of one IPv6 /64 counts in one limit', () =>
    guarded(async (guess) => {
      for (let n = 0; n < budget; n += 1) expect(await guess(n, `2001:db8:1:2::${n.toString(16)}`)).toBe(404);
      expect(await guess(0, '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429);
      expect(await guess(0, '2001:db8:1:3::1')).toBe(404);
    }));

  test('with invented addresses before the real one counts in one limit', () =>
    guarded(async (guess) => {
      for (let n = 0; n < budget; n += 1) expect(await guess(n, `198.51.100.${n}, 192.0.2.1`)).toBe(404);
      expect(await guess(0, '198.51.100.99, 192.0.2.1')).toBe(429);
    }));

  test('has the same limit if an untrusted client sends a forwarded address', async () => {
    const alone = await startDrive();
    try {
      const guess = (n: number) =>
        alone.fetch('/api/public/share/nothing', { headers: { 'x-forwarded-for': `198.51.100.${n}` } });
      for (let n = 0; n < budget; n += 1) expect((await guess(n)).status).toBe(404);
      expect((await guess(budget)).status).toBe(429);
    } finally {
      await alone.close();
    }
  });

  test('[P-460] gets the same response for unknown and closed links at every endpoint, without hashing', async () => {
    const close: Record<string, (id: string) => Promise<unknown>> = {
      revoked: (id) => mine.call('DELETE', `/api/files/${id}/share`),
      private: (id) => mine.call('PATCH', `/api/files/${id}/share`, { shareMode: 'PRIVATE' }),
      trashed: (id) => mine.trash(id),
    };
    const look = async (token: string, [method, path, json]: (typeof doors)[number]) => {
      const response = await drive.fetch(path.replace('{token}', token), {
        method,
        headers: browser,
        ...(json === undefined ? {} : { json }),
      });
      const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
      return [response.status, headers, (await response.text()).replace(/"timestamp":"[^"]+"/, '')];
    };
    const closed = await Promise.all(
      Object.values(close).map(async (end) => {
        const id = await mine.file('secret.txt');
        const share = await mine.shareFile(id, { password: 'secret' });
        await end(id);
        return share;
      }),
    );
    for (const door of doors) {
      const nothing = await look('x'.repeat(22), door);
      expect(nothing[0]).toBe(404);
      for (const { shareToken, shortUrl } of closed) {
        const token = door[1].startsWith('/s/') ? (shortUrl.split('/').at(-1) ?? '') : shareToken;
        expect(await look(token, door)).toEqual(nothing);
      }
    }
    expect(await drive.database.reader.selectFrom('unlock_events').selectAll().execute()).toEqual([]);
  });
});

describe('a password', () => {
  test('[P-203] that is cleared and set again, also to the same, invalidates earlier grants and cookies', async () => {
    const id = await mine.file('a');
    const { shareToken } = await mine.shareFile(id, { password: 'open sesame' });
    const grant = await grantOf(shareToken, 'open sesame');
    const set = (password: string | null) => mine.call('PATCH', `/api/files/${id}/share/password`, { password });
    await set(null);
    await set('open sesame');
    for (const headers of [{ 'x-share-unlock': grant }, { cookie: `unlock_${shareToken}=${grant}` }])
      expect((await ask('GET', `/api/public/share/${shareToken}`, undefined, headers)).body.locked).toBe(true);
    await mine.shareFile(id, { password: 'open sesame' });
    expect(
      (await ask('GET', `/api/public/share/${shareToken}/download-url`, undefined, { 'x-share-unlock': grant })).status,
    ).toBe(401);
  });

  test('[P-204] is not replaced by the cookie of another share under any name', async () => {
    const [a, b] = [
      await mine.shareFile(await mine.file('a'), { password: 'open sesame' }),
      await mine.shareFile(await mine.file('b'), { password: 'open sesame' }),
    ];
    const grant = await grantOf(b.shareToken, 'open sesame');
    const cookie = [`unlock_${a.shareToken}=${grant}`, `unlock_${b.shareToken}=${grant}`].join('; ');
    expect((await ask('GET', `/api/public/share/${a.shareToken}`, undefined, { cookie })).body.locked).toBe(true);
    expect((await ask('GET', `/api/public/share/${b.shareToken}`, undefined, { cookie })).body.locked).toBe(false);
  });

  test('[P-81] of 72 bytes is compared completely, and neither longer nor shorter ones open it', async () => {
    for (const password of ['é'.repeat(36), '😀'.repeat(18), 'x'.repeat(72)]) {
      const { shareToken } = await mine.shareFile(await mine.file('a'), { password });
      for (const wrong of [`${password}x`, password.slice(0, -2), `${password}${password}`])
        expect(await unlock(shareToken, wrong)).toMatchObject({
          status: 403,
          body: { code: 'share_password_incorrect' },
        });
      expect((await unlock(shareToken, password)).status).toBe(200);
    }
  });

  test('is accepted only as a JSON string of the allowed size', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'), { password: 'open sesame' });
    for (const wrong of [
      null,
      1,
      true,
      {},
      [],
      ['open sesame'],
      { toString: 'open sesame' },
      undefined,
      'a\u0000b',
      '\ud800',
    ])
      expect((await unlock(shareToken, wrong)).status).toBe(400);
    expect((await unlock(shareToken, 'x'.repeat(1024))).status).toBe(403);
    expect((await unlock(shareToken, 'x'.repeat(64 * 1024))).status).toBe(413);
    const form = (body: string) =>
      drive.fetch(`/share/${shareToken}/unlock`, {
        method: 'POST',
        headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
    expect((await form(`password=${'x'.repeat(70_000)}`)).status).toBe(413);
    expect((await form('password=%00&password=open+sesame')).status).toBe(403);
    expect((await form('')).status).toBe(403);
    expect((await form('password=open+sesame')).status).toBe(303);
  });

  test('closes archive URLs that were issued before it was set', async () => {
    const folder = await mine.folder('f');
    await mine.file('a', { in: folder });
    const { shareToken } = await mine.shareFolder(folder);
    const url = await archiveOf(shareToken);
    await mine.call('PATCH', `/api/folders/${folder}/share/password`, { password: 'secret' });
    expect(await fetchWhole(url)).toBe(403);
  });
});

describe('rate limits of links', () => {
  const withLimits = async (run: (limited: Drive, theirs: SharedApi, from: (n: number) => object) => Promise<void>) => {
    const limited = await startDrive({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
    try {
      const theirs = sharedApi(limited, await limited.createUser());
      await run(limited, theirs, (n) => ({ headers: { 'x-forwarded-for': `192.0.2.${n}` } }));
    } finally {
      await limited.close();
    }
  };

  test('[P-155] count unlocking per share and network, JSON and form together', () =>
    withLimits(async (limited, theirs, from) => {
      const [a, b] = [await theirs.file('a'), await theirs.file('b')];
      const [first, second] = [
        await theirs.shareFile(a, { password: 'open sesame' }),
        await theirs.shareFile(b, { password: 'open sesame' }),
      ];
      const guess = async (token: string, network: number, way = '/api/public/share/{}/unlock') =>
        (
          await limited.fetch(way.replace('{}', token), {
            method: 'POST',
            ...from(network),
            ...(way.startsWith('/api')
              ? { json: { password: 'x' } }
              : { body: new URLSearchParams({ password: 'x' }) }),
          })
        ).status;
      const form = '/share/{}/unlock';
      for (const way of [undefined, form, undefined, form, form])
        expect(await guess(first.shareToken, 1, way)).toBe(403);
      expect([await guess(first.shareToken, 1), await guess(first.shareToken, 1, form)]).toEqual([429, 429]);
      expect([await guess(second.shareToken, 1), await guess(first.shareToken, 2)]).toEqual([403, 403]);
      limited.clock.advance(15 * minuteMs - 1);
      expect(await guess(first.shareToken, 1)).toBe(429);
      limited.clock.advance(1);
      expect(await guess(first.shareToken, 1)).toBe(403);
    }));

  test('[P-157] allow thirty URLs a minute for a file, share and network', () =>
    withLimits(async (limited, theirs, from) => {
      const folder = await theirs.folder('f');
      const [a, b] = [await theirs.file('a', { in: folder }), await theirs.file('b', { in: folder })];
      const { shareToken } = await theirs.shareFolder(folder);
      const refresh = async (
        id: string,
        network: number,
        path = `/api/public/share/${shareToken}/download-url?fileId=`,
      ) => (await limited.fetch(`${path}${id}`, from(network))).status;
      for (let n = 0; n < 30; n += 1) expect(await refresh(a, 1)).toBe(200);
      expect([await refresh(a, 1), await refresh(a, 1, `/share/${shareToken}/download?file=`)]).toEqual([429, 429]);
      expect([await refresh(b, 1), await refresh(a, 2)]).toEqual([200, 200]);
      limited.clock.advance(minuteMs);
      expect(await refresh(a, 1)).toBe(200);
    }));

  test('[P-158] do not count what a page shows', () =>
    withLimits(async (limited, theirs, from) => {
      const { shareToken } = await theirs.shareFile(await theirs.file('a.txt'));
      const statusOf = async (path: string) => (await limited.fetch(`/share/${shareToken}${path}`, from(1))).status;
      for (let n = 0; n < 31; n += 1) expect(await statusOf('/view')).toBe(302);
      expect(await statusOf('/download')).toBe(302);
    }));

  test('[P-152] count resolving a link, forty times a minute, and not browsing it', () =>
    withLimits(async (limited, theirs, from) => {
      const folder = await theirs.folder('f');
      const { shareToken } = await theirs.shareFolder(folder);
      const get = async (path: string) => (await limited.fetch(path, from(1))).status;
      for (let n = 0; n < 45; n += 1) expect(await get(`/api/public/share/${shareToken}/files`)).toBe(200);
      for (let n = 0; n < 40; n += 1) expect(await get(`/api/public/share/${shareToken}`)).toBe(200);
      expect(await get(`/api/public/share/${shareToken}`)).toBe(429);
    }));
});

describe('a visitor’s request', () => {
  test('[P-209] of the wrong shape is refused', async () => {
    const folder = await mine.folder('f');
    const { shareToken } = await mine.shareFolder(folder);
    const base = `/api/public/share/${shareToken}`;
    for (const json of [
      { fileIds: {} },
      { fileIds: 'x' },
      { fileIds: [] },
      { fileIds: [1] },
      { fileIds: [[folder]] },
      [],
      'x',
      1,
      { more: 1 },
    ])
      expect([json, (await ask('POST', `${base}/archive`, json)).status]).toEqual([json, 400]);
    for (const query of [
      'parentId=',
      'parentId=x',
      `parentId=${folder}&parentId=x`,
      'page=0',
      'page=1e3',
      'limit=-1',
      'limit=',
      'sort=random',
      'sort=',
    ])
      expect([query, (await ask('GET', `${base}/files?${query}`)).status]).toEqual([query, 400]);
    for (const query of ['fileId=', 'fileId=x', 'inline=1', 'inline=TRUE'])
      expect([query, (await ask('GET', `${base}/download-url?${query}`)).status]).toEqual([query, 400]);
    expect((await ask('GET', `${base}/files?page=999999999`)).body.files).toEqual([]);
    for (const token of ['..', '%2e%2e', '%2f', '%00', '%ff', 'x'.repeat(5_000), '__proto__', 'constructor'])
      expect([400, 404]).toContain((await ask('GET', `/api/public/share/${token}`)).status);
  });

  test('with malformed grants and personal links opens nothing', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'), { password: 'open sesame' });
    const grant = await grantOf(shareToken, 'open sesame');
    const [row = '', version = '', end = '', signature = ''] = grant.split('.');
    const late = (drive.clock.now() + 100 * hourMs).toString(36);
    const forged = [
      [row, version, late, signature],
      [row, version, 'NaN', signature],
      [row, version, end],
      [row, '0', end, signature],
      [`0${row}`, version, end, signature],
      [row, version, end.toUpperCase(), signature],
      ['', '', '', ''],
      [signature, signature, signature, signature],
    ].map((parts) => parts.join('.'));
    for (const token of [...forged, '.', '....', 'x'.repeat(4_000)])
      for (const headers of [
        { 'x-share-unlock': token },
        { cookie: `unlock_${shareToken}=${encodeURIComponent(token)}` },
      ])
        expect((await ask('GET', `/api/public/share/${shareToken}`, undefined, headers)).body.locked).toBe(true);
    for (const r of ['.', 'x.y', `${'0'.repeat(32)}.${signature}`, 'x'.repeat(4_000), '%00'])
      expect((await ask('GET', `/api/public/share/${shareToken}?r=${r}`)).status).toBeLessThan(500);
  });
});
