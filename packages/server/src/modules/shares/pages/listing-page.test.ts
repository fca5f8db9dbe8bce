import { png } from '@drive/thumbnails/test';
import { describe, expect, test } from 'vitest';
import { contentsOf } from '../../../../test/api/archive-requests.ts';
import { sha256, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive } from '../../../../test/drive.ts';
import { driveForAllTests, drive, mine } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

interface Seen {
  readonly status: number;
  readonly html: string;
  readonly heading: string;
  readonly title: string;
  /** The rows: name, size, target of the name, target of Download. */
  readonly rows: readonly (readonly (string | undefined)[])[];
  /** The breadcrumbs: name and target. */
  readonly trail: readonly (readonly (string | undefined)[])[];
}
async function look(path: string, headers: Record<string, string> = {}): Promise<Seen> {
  const response = await drive.fetch(path, {
    headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0', ...headers },
  });
  const html = await response.text();
  const [, list = ''] = /<ul class="entries"[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
  const [, trail = ''] = /<nav class="trail"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  const textOf = (markup = ''): string => markup.replaceAll(/<[^>]+>/g, '');
  return {
    status: response.status,
    html,
    heading: textOf(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]),
    title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '',
    rows: [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, row = '']) => [
      textOf(/<div>(?:<a|<span)[^>]*>(.*?)<\/(?:a|span)>/.exec(row)?.[1]),
      /<small>(.*?)(?: · \d+ \w+ \d{4})?<\/small>/.exec(row)?.[1],
      /<div><a href="([^"]+)"/.exec(row)?.[1],
      /class="get" href="([^"]+)"/.exec(row)?.[1],
    ]),
    trail: [...trail.matchAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(([, to, name]) => [name, to]),
  };
}
const fetched = async (path: string): Promise<Buffer> => {
  const handedOut = await drive.fetch(path);
  expect(handedOut.status).toBe(302);
  return Buffer.from(await (await drive.fetch(handedOut.headers.get('location') ?? '')).arrayBuffer());
};

/** Shares a folder with a nested one, in an unshared folder. */
async function shareTrip() {
  const outside = await mine.folder('Outside');
  const secret = await mine.put('secret.txt', 'secret', { in: outside });
  const trip = await mine.folder('Trip', outside);
  const day = await mine.folder('Day 1', trip);
  const morning = await mine.folder('Morning', day);
  const plan = await mine.put('plan.txt', 'to the sea', { type: 'text/plain', in: trip });
  const raw = await mine.put('raw.bin', 'rawraw', { in: day });
  const sun = await mine.put('sun.txt', 'rising', { type: 'text/plain', in: morning });
  const { shareToken } = await mine.shareFolder(trip);
  return { outside, secret, trip, day, morning, plan, raw, sun, path: `/share/${shareToken}` };
}

describe('the page of a folder', () => {
  test('lists its content, folders first, with links', async () => {
    const { path, day, plan } = await shareTrip();
    const seen = await look(path);
    expect([seen.status, seen.heading, seen.title, seen.trail]).toEqual([200, 'Trip', 'Trip · Drive', []]);
    expect(seen.rows).toEqual([
      ['Day 1', '12 bytes', `${path}?folder=${day}`, undefined],
      ['plan.txt', '10 bytes', `${path}/view?file=${plan}`, `${path}/download?file=${plan}`],
    ]);
    expect(seen.html).toMatch(/<small>10 bytes · \d+ \w{3} \d{4}<\/small>/);
    expect(seen.html).toContain('2 items');
    expect(seen.html).toContain('22 bytes');
    expect(seen.html).toContain(`href="${path}/archive"`);
  });

  test('shows the icon of each kind, and tells tables and code from texts', async () => {
    const folder = await mine.folder('Kinds');
    for (const name of ['a.csv', 'b.ts', 'c.txt']) await mine.put(name, name, { type: 'text/plain', in: folder });
    const { shareToken } = await mine.shareFolder(folder);
    const { html } = await look(`/share/${shareToken}`);
    expect([...html.matchAll(/href="#icon-(\w+)"/g)].map(([, kind]) => kind)).toEqual(['sheet', 'code', 'text']);
  });

  test('[P-808] searches below the shown folder by a form, and nowhere else', async () => {
    const { path, morning, day, sun, secret } = await shareTrip();
    const form = /<form[^>]*role="search"[^>]*>.*?<\/form>/s.exec((await look(`${path}?folder=${day}`)).html)?.[0];
    expect(form).toContain(`<input type="hidden" name="folder" value="${day}"/>`);
    expect(form).toContain('name="q"');
    const names = async (query: string): Promise<(string | undefined)[]> =>
      (await look(`${path}?${query}`)).rows.map(([name]) => name);
    expect(await names('q=pl+.txt')).toEqual(['plan.txt']);
    expect((await look(`${path}?q=SUN`)).rows).toEqual([
      ['sun.txt', '6 bytes · <bdi>Morning</bdi>', `${path}/view?file=${sun}`, `${path}/download?file=${sun}`],
    ]);
    expect((await look(`${path}?q=morn`)).rows[0]).toEqual([
      'Morning',
      '6 bytes · <bdi>Day 1</bdi>',
      `${path}?folder=${morning}`,
      undefined,
    ]);
    expect(await names(`folder=${day}&q=plan`)).toEqual([]);
    expect((await look(`${path}?q=${encodeURIComponent('<b>"')}`)).html).toContain('Nothing found.');
    expect((await look(`${path}?q=secret`)).html).not.toContain(secret);
    const { body } = await mine.call('GET', `/api/public${path}/files?q=sun`);
    expect(body).toMatchObject({
      files: [{ id: sun, parentId: morning }],
      folders: [{ id: morning, name: 'Morning' }],
      pagination: { totalItems: 1 },
    });
    const inShare = await mine.call('GET', `/api/public${path}/files?q=plan`);
    expect(inShare.body).toMatchObject({ files: [{ name: 'plan.txt', parentId: null }], folders: [] });
  });

  test('links to its subfolders and back along the breadcrumbs, never above the shared folder', async () => {
    const { path, day, morning, raw, sun } = await shareTrip();
    const inDay = await look(`${path}?folder=${day}`);
    expect([inDay.heading, inDay.title, inDay.trail]).toEqual(['Day 1', 'Day 1 · Drive', [['Trip', path]]]);
    expect(inDay.rows).toEqual([
      ['Morning', '6 bytes', `${path}?folder=${morning}`, undefined],
      // Types that browsers do not display are downloaded by their name, too.
      ['raw.bin', '6 bytes', `${path}/download?file=${raw}`, `${path}/download?file=${raw}`],
    ]);
    const deepest = await look(`${path}?folder=${morning}`);
    expect(deepest.trail).toEqual([
      ['Trip', path],
      ['Day 1', `${path}?folder=${day}`],
    ]);
    expect(deepest.rows.map(([name]) => name)).toEqual(['sun.txt']);
    expect(sha256(await fetched(`${path}/download?file=${sun}`))).toBe(sha256(Buffer.from('rising')));
    for (const { html } of [inDay, deepest]) expect(html).not.toMatch(/Outside|secret/);
  });

  test('offers everything as one ZIP, and each subfolder as its own', async () => {
    const { path, day, outside } = await shareTrip();
    expect(Object.keys(await contentsOf(await fetched(`${path}/archive`))).toSorted()).toEqual([
      'Day 1/Morning/sun.txt',
      'Day 1/raw.bin',
      'plan.txt',
    ]);
    expect((await look(`${path}?folder=${day}`)).html).toContain(`href="${path}/archive?folder=${day}"`);
    expect(await contentsOf(await fetched(`${path}/archive?folder=${day}`))).toEqual({
      'Morning/sun.txt': 'rising',
      'raw.bin': 'rawraw',
    });
    expect((await look(`${path}/archive?folder=${outside}`)).status).toBe(404);
  });

  test('shows nothing outside it or moved out or trashed, and explains that in words', async () => {
    const { path, outside, secret, trip, day, plan, raw } = await shareTrip();
    const foreignIds = [secret, outside, crypto.randomUUID(), 'x', '%00', '%ff', '', `${plan}%00`];
    for (const id of [...foreignIds, day, trip])
      for (const way of ['view', 'download']) {
        const { status, html } = await look(`${path}/${way}?file=${id}`);
        expect([id, status, html.includes('This file is not available')]).toEqual([id, 404, true]);
        expect(html).toContain(`href="${path}"`);
        expect(html).not.toContain('secret');
      }
    for (const id of [...foreignIds, plan]) {
      const { status, html } = await look(`${path}?folder=${id}`);
      expect([id, status, html.includes('This folder is not available')]).toEqual([id, 404, true]);
    }
    await mine.patch(raw, { parentId: outside });
    await mine.trash(plan);
    for (const id of [raw, plan]) expect((await look(`${path}/download?file=${id}`)).status).toBe(404);
    expect((await look(path)).rows.map(([name]) => name)).toEqual(['Day 1']);
    await mine.trash(day);
    expect((await look(`${path}?folder=${day}`)).status).toBe(404);
  });

  test('that is empty says so and offers no ZIP', async () => {
    const trip = await mine.folder('Trip');
    const { shareToken } = await mine.shareFolder(trip);
    const { status, html, rows } = await look(`/share/${shareToken}`);
    expect([status, rows]).toEqual([200, []]);
    expect(html).toContain('This folder is empty.');
    expect(html).not.toContain('/archive');
  });

  test('marks a quarantined file, which visitors cannot download', async () => {
    const { path, plan } = await shareTrip();
    await mine.holdBack(plan);
    const { rows } = await look(path);
    expect(rows[1]).toEqual(['plan.txt', 'Quarantined by the administrator', undefined, undefined]);
    const { status, html } = await look(`${path}/download?file=${plan}`);
    expect(status).toBe(403);
    expect(html).toContain('quarantined by the administrator');
  });

  test('with a limit on downloads has no inline links', async () => {
    const trip = await mine.folder('Trip');
    const plan = await mine.put('plan.txt', 'x', { type: 'text/plain', in: trip });
    const { shareToken } = await mine.shareFolder(trip, { maxDownloads: 5 });
    const { rows, html } = await look(`/share/${shareToken}`);
    const download = `/share/${shareToken}/download?file=${plan}`;
    expect(rows).toEqual([['plan.txt', '1 byte', download, download]]);
    expect(html).not.toContain('/view');
  });

  test('counts one view, and none for navigation in it', async () => {
    const { path, day } = await shareTrip();
    for (const place of ['', `?folder=${day}`, '?page=1', '?page=2']) await look(`${path}${place}`);
    expect((await mine.call('GET', '/api/shares')).body.shares).toMatchObject([{ viewCount: 1 }]);
  });
});

describe('the page of a multi-share', () => {
  test('lists its files with a ZIP of all', async () => {
    const bytes = someBytes(2_000);
    const ids = [await mine.put('b.bin', bytes), await mine.put('a.txt', 'x', { type: 'text/plain' })];
    const other = await mine.put('other.txt', 'y');
    const path = `/share/${await mine.shareTogether(ids)}`;
    const { heading, rows, html, trail } = await look(path);
    expect([heading, trail, rows.map(([name]) => name)]).toEqual(['2 files', [], ['a.txt', 'b.bin']]);
    expect(html).toContain('2.0 KiB');
    expect(Object.keys(await contentsOf(await fetched(`${path}/archive`))).toSorted()).toEqual(['a.txt', 'b.bin']);
    expect(sha256(await fetched(`${path}/download?file=${ids[0]}`))).toBe(sha256(bytes));
    expect((await look(`${path}/download?file=${other}`)).status).toBe(404);
    expect((await look(`${path}?folder=${other}`)).status).toBe(404);
    await mine.trash(ids[0] ?? '');
    expect((await look(path)).heading).toBe('1 file');
  });
});

/** The links of the line above the entries: text, target, and whether it is the current order. */
const toolsIn = (html: string) =>
  [...(/<div class="tools">(.*?)<\/div>/s.exec(html)?.[1] ?? '').matchAll(/<a href="([^"]+)"([^>]*)>(.*?)<\/a>/g)].map(
    ([, to = '', rest = '', text]) => [text, to.replaceAll('&amp;', '&'), rest.includes('aria-current')],
  );

describe('the order and the look of a listing', () => {
  test('[P-1850] are links, which keep the folder, the search and each other', async () => {
    const trip = await mine.folder('Trip');
    const day = await mine.folder('Day', trip);
    await mine.put('a.txt', 'x'.repeat(30), { in: day });
    await mine.put('b.txt', 'x', { in: day });
    await mine.put('c.txt', 'x'.repeat(2), { in: day });
    const path = `/share/${(await mine.shareFolder(trip)).shareToken}`;
    const names = async (query: string) => (await look(`${path}?${query}`)).rows.map(([name]) => name);
    const folder = `folder=${day}`;
    expect(toolsIn((await look(`${path}?${folder}`)).html)).toEqual([
      ['Name', `${path}?${folder}&sort=-name`, true],
      ['Date', `${path}?${folder}&sort=-createdAt`, false],
      ['Size', `${path}?${folder}&sort=-size`, false],
      ['Grid', `${path}?${folder}&view=grid`, false],
      ['Select', `${path}?${folder}&select=1`, false],
    ]);
    const sorted = await look(`${path}?${folder}&q=txt&sort=-size&view=grid&page=1`);
    expect(toolsIn(sorted.html).map(([, to]) => to)).toEqual([
      `${path}?${folder}&q=txt&view=grid`,
      `${path}?${folder}&q=txt&sort=-createdAt&view=grid`,
      `${path}?${folder}&q=txt&sort=size&view=grid`,
      `${path}?${folder}&q=txt&sort=-size&view=list`,
      `${path}?${folder}&q=txt&sort=-size&view=grid&select=1`,
    ]);
    expect(await names(`${folder}&sort=-size`)).toEqual(['a.txt', 'c.txt', 'b.txt']);
    expect(await names(`${folder}&sort=size`)).toEqual(['b.txt', 'c.txt', 'a.txt']);
    expect(await names(`${folder}&sort=-name`)).toEqual(['c.txt', 'b.txt', 'a.txt']);
    // Visitors do not learn what others download, and a broken link shows the folder.
    for (const other of ['downloadCount', '-downloadCount', 'x', ''])
      expect(await names(`${folder}&sort=${other}`)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect((await mine.call('GET', '/api/shares')).body.shares).toMatchObject([{ viewCount: 0 }]);
  });

  test('[P-1851] a folder opens as a grid if most of its files are images, and its pages stay as they are', async () => {
    const trip = await mine.folder('Trip');
    for (let n = 0; n < 40; n += 1)
      await mine.put(`${n + 10}.png`, png({ width: 4 + n, height: 4 }), { type: 'image/png', in: trip });
    const path = `/share/${(await mine.shareFolder(trip)).shareToken}`;
    const isGrid = async (query = '') => (await look(path + query)).html.includes('<ul class="entries grid"');
    // Without thumbnails there is nothing to see in a grid.
    expect(await isGrid()).toBe(false);
    await drive.drain();
    expect(await isGrid()).toBe(true);
    // The places of the images are reserved before they are loaded.
    expect((await look(path)).html).toMatch(
      /<img src="[^"]+" alt="" loading="lazy" width="4" height="4"\/>.*width="33"/s,
    );
    expect((await look(`${path}?view=list`)).html).not.toContain('width="4"');
    expect((await look(path)).html).toContain(`href="${path}?view=grid&amp;page=2" rel="next"`);
    expect(await isGrid('?view=grid&page=2')).toBe(true);
    expect(await isGrid('?view=list')).toBe(false);
    expect((await look(`${path}?view=list`)).html).toContain(`href="${path}?view=list&amp;page=2"`);
    for (let n = 0; n < 60; n += 1) await mine.put(`${n + 10}.txt`, 'x', { in: trip });
    expect(await isGrid()).toBe(false);
    expect(await isGrid('?view=grid')).toBe(true);
  });
});

describe('the cover of a folder', () => {
  const imageIn = async (path: string, headers: Record<string, string> = {}) =>
    /<meta property="og:image" content="([^"]+)"/.exec((await look(path, headers)).html)?.[1];
  const put = (name: string, folder: string) =>
    mine.put(name, png({ width: 9, height: 6 }), { type: 'image/png', in: folder });
  const isPictureOf = async (url: string | undefined, id: string) => {
    const answer = await drive.fetch(new URL(url ?? '', drive.url).pathname);
    return [answer.status, answer.headers.get('content-disposition')?.includes(`${id}.`)];
  };

  test('[P-1854] is its first image, or the one that its owner has chosen for as long as it is there', async () => {
    const trip = await mine.folder('Trip');
    const day = await mine.folder('Day', trip);
    await put('a.png', trip);
    const deep = await put('deep.png', day);
    const outside = await put('outside.png', await mine.folder('Elsewhere'));
    await drive.drain();
    const { shareToken: token } = await mine.shareFolder(trip);
    const path = `/share/${token}`;
    const set = async (coverItemId: string | null) => mine.call('PATCH', `/api/shares/${token}`, { coverItemId });
    expect(await isPictureOf(await imageIn(path), 'a.png')).toEqual([200, true]);
    for (const wrong of [outside, day, crypto.randomUUID()])
      expect(await set(wrong)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await set(deep)).toMatchObject({ status: 200, body: { coverItemId: deep } });
    expect(await isPictureOf(await imageIn(path), 'deep.png')).toEqual([200, true]);
    expect((await look(path)).html).toContain('<img class="cover" src="');
    const { body } = await mine.call('GET', `/api/public/share/${token}`);
    expect(await isPictureOf(body.previewUrl, 'deep.png')).toEqual([200, true]);
    await mine.patch(deep, { parentId: await mine.folder('Away') });
    expect(await isPictureOf(await imageIn(path), 'a.png')).toEqual([200, true]);
    expect(await set(null)).toMatchObject({ status: 200, body: { coverItemId: null } });
    await mine.call('PATCH', `/api/shares/${token}`, { password: 'open sesame' });
    expect(await imageIn(path)).toBeUndefined();
  });

  test('[P-1855] is nothing that visitors may not see, and of several files one of them', async () => {
    const trip = await mine.folder('Trip');
    const first = await put('a.png', trip);
    await drive.drain();
    const { shareToken: token } = await mine.shareFolder(trip);
    await mine.call('PATCH', `/api/shares/${token}`, { coverItemId: first });
    await mine.holdBack(first);
    expect(await imageIn(`/share/${token}`)).toBeUndefined();
    const [one, two] = [await put('one.png', trip), await put('two.png', trip)];
    await drive.drain();
    const multi = await mine.shareTogether([one, two]);
    expect(await isPictureOf(await imageIn(`/share/${multi}`), 'one.png')).toEqual([200, true]);
    expect((await mine.call('PATCH', `/api/shares/${multi}`, { coverItemId: two })).status).toBe(200);
    expect(await isPictureOf(await imageIn(`/share/${multi}`), 'two.png')).toEqual([200, true]);
    const { shareToken: single } = await mine.shareFile(one);
    expect((await mine.call('PATCH', `/api/shares/${single}`, { coverItemId: one })).status).toBe(400);
  });
});

describe('a selection', () => {
  const post = (path: string, body: readonly (readonly [string, string])[], headers: Record<string, string> = {}) =>
    drive.fetch(path, {
      method: 'POST',
      headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams(body.map(([name, value]): [string, string] => [name, value])),
    });
  const zipOf = async (answer: Response) => {
    expect(answer.status).toBe(303);
    const zip = await drive.fetch(answer.headers.get('location') ?? '');
    return contentsOf(Buffer.from(await zip.arrayBuffer()));
  };

  test('[P-1852] is a form that downloads the chosen files as one ZIP', async () => {
    const { path, day, plan, raw } = await shareTrip();
    const { html, rows } = await look(`${path}?folder=${day}&select=1`);
    expect(html).toContain(`<form method="post" action="${path}/archive">`);
    expect(html).toContain(`<input type="checkbox" name="file" value="${raw}" id="s2"/>`);
    expect(html).toContain(`<a class="button plain" href="${path}?folder=${day}">Cancel</a>`);
    // A folder is a step on the way, not a choice.
    expect(rows[0]?.[2]).toBe(`${path}?folder=${rows[0]?.[2]?.slice(-36)}`);
    expect(html).not.toContain('class="get"');
    const chosen = [
      ['file', raw],
      ['file', plan],
    ] as const;
    expect(await zipOf(await post(`${path}/archive`, chosen))).toEqual({
      'Day 1/raw.bin': 'rawraw',
      'plan.txt': 'to the sea',
    });
    await expect.poll(async () => (await mine.call('GET', '/api/shares')).body.shares[0].downloadCount).toBe(1);
  });

  test('[P-1853] has nothing that is not at the link, and obeys its password and its limit', async () => {
    const { path, plan, secret, outside } = await shareTrip();
    for (const id of [secret, outside, 'x', '%00', ''])
      expect((await post(`${path}/archive`, [['file', id]])).status).toBe(403);
    expect((await post(`${path}/archive`, [])).status).toBe(400);
    const many = Array.from({ length: 201 }, () => ['file', plan] as const);
    expect((await post(`${path}/archive`, many)).status).toBe(400);
    expect((await post(`${path}/archive`, [['file', plan]], { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    // A crawler that sends forms gets the page, and nothing is planned.
    const crawled = await post(`${path}/archive`, [['file', plan]], { 'user-agent': 'Googlebot/2.1' });
    expect([crawled.status, crawled.headers.get('location')]).toEqual([200, null]);
    const token = path.split('/').at(-1) ?? '';
    const { body } = await mine.call('GET', '/api/shares');
    await mine.shareFolder(body.shares[0].itemId, { password: 'open sesame', maxDownloads: 1 });
    expect((await post(`/share/${token}/archive`, [['file', plan]])).status).toBe(401);
    await mine.call('PATCH', `/api/shares/${token}/password`, { password: null });
    await zipOf(await post(`${path}/archive`, [['file', plan]]));
    await drive.app.idle();
    expect((await post(`${path}/archive`, [['file', plan]])).status).toBe(410);
  });
});

describe('a long listing', () => {
  test('has thirty rows per page, with links to the next and the previous page', async () => {
    const trip = await mine.folder('Trip');
    for (let n = 1; n <= 31; n += 1) await mine.put(`${String(n).padStart(2, '0')}.bin`, 'x', { in: trip });
    const { shareToken } = await mine.shareFolder(trip);
    const path = `/share/${shareToken}`;
    const first = await look(path);
    expect(first.rows).toHaveLength(30);
    expect(first.html).toContain('Page 1 of 2');
    expect(first.html).toContain(`href="${path}?page=2" rel="next"`);
    expect(first.html).not.toContain('rel="prev"');
    const second = await look(`${path}?page=2`);
    expect(second.rows.map(([name]) => name)).toEqual(['31.bin']);
    expect(second.title).toBe('Trip, page 2 · Drive');
    expect(second.html).toContain(`href="${path}?page=1" rel="prev"`);
    expect(second.html).not.toContain('rel="next"');

    const beyond = await look(`${path}?page=99`);
    expect([beyond.status, beyond.rows]).toEqual([200, []]);
    expect(beyond.html).toContain('There is nothing on this page.');
    expect(beyond.html).toContain(`href="${path}?page=2" rel="prev"`);
    for (const page of ['0', '-1', '1.5', 'x', '', '9'.repeat(30)])
      expect((await look(`${path}?page=${page}`)).rows).toHaveLength(30);
  });

  test('stays in the current folder', async () => {
    const [trip, names] = [await mine.folder('Trip'), Array.from({ length: 31 }, (_, n) => `n${n}`)];
    const day = await mine.folder('Day 1', trip);
    for (const name of names) await mine.folder(name, day);
    const { shareToken } = await mine.shareFolder(trip);
    const { html } = await look(`/share/${shareToken}?folder=${day}`);
    expect(html).toContain(`href="/share/${shareToken}?folder=${day}&amp;page=2"`);
  });

  test.each([
    ['long', (n: number) => `${n} ${'a rather long name of a file '.repeat(9).slice(0, 245)}.jpg`],
    ['of emoji', (n: number) => `${n}${'🏔️🌅'.repeat(80)} .jpg`],
    ['that has to be escaped', (n: number) => `${n}${'"&<'.repeat(80)}.txt`],
    ['that has many places to break', (n: number) => `${n}${'_a-'.repeat(80)}.txt`],
  ])('stays under 30 KiB with thirty names and thumbnails, each name %s', async (_, nameOf) => {
    const trip = await mine.folder('Trip to a place with a rather long name as well');
    for (let n = 0; n < 30; n += 1)
      await mine.put(nameOf(n), png({ width: 4, height: 4 }), { type: 'image/png', in: trip });
    for (let n = 0; n < 30; n += 1) await mine.folder(nameOf(n).replace(/.jpg|.txt/, ''), trip);
    await drive.drain();
    const { shareToken } = await mine.shareFolder(trip, { expiresInDays: 30 });
    for (const page of [1, 2]) {
      const { rows, html } = await look(`/share/${shareToken}?page=${page}`);
      expect(rows).toHaveLength(30);
      expect(html.match(/<img/g)?.length ?? 0).toBe(page === 1 ? 0 : 30);
      expect(Buffer.byteLength(html)).toBeLessThan(30 * 1024);
    }
    for (const other of ['view=grid', 'view=grid&select=1', 'select=1']) {
      const { html } = await look(`/share/${shareToken}?sort=-size&page=2&${other}`);
      expect(Buffer.byteLength(html)).toBeLessThan(30 * 1024);
    }
    const outside = await mine.folder('Outside');
    await mine.patch(trip, { name: nameOf(0).replace(/.jpg|.txt/, ''), parentId: outside });
    const above = await mine.shareFolder(outside, { expiresInDays: 30 });
    const found = await look(`/share/${above.shareToken}?q=${encodeURIComponent(nameOf(9).slice(-4))}`);
    expect([found.rows.length, found.html.match(/<bdi>/g)?.length]).toEqual([30, 30]);
    expect(Buffer.byteLength(found.html)).toBeLessThan(30 * 1024);
  });
});
