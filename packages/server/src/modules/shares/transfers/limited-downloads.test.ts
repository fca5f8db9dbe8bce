import type { ShareDescriptor } from '@drive/contract';
import { describe, expect, inject, test } from 'vitest';
import { visitorOf } from '../../../../test/api/visitor-api.ts';
import { startDrive } from '../../../../test/drive.ts';
import { driveForAllTests, drive, mine } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { addressOf, addresses, archiveOf, ask } = visitorOf(() => drive);

const size = 800_000;
const shareOf = async (maxDownloads: number | null, bytes = size): Promise<string> =>
  (await mine.shareFile(await mine.file('a.bin', { bytes }), { maxDownloads })).shareToken;
const downloadsOf = async (token: string): Promise<number> => {
  await drive.drain();
  const { shares } = (await mine.call('GET', '/api/shares?limit=200')).body;
  return shares.find((one: ShareDescriptor) => one.shareToken === token).downloadCount;
};

async function get(url: string, range?: string): Promise<readonly [status: number, bytes: number]> {
  const response = await drive.fetch(url, range === undefined ? {} : { headers: { range: `bytes=${range}` } });
  const { byteLength } = await response.arrayBuffer();
  await drive.drain();
  return [response.status, response.status < 300 ? byteLength : 0];
}
async function abort(url: string, range?: string): Promise<void> {
  const stopping = new AbortController();
  const response = await drive.fetch(url, {
    signal: stopping.signal,
    ...(range === undefined ? {} : { headers: { range: `bytes=${range}` } }),
  });
  expect(response.status).toBeLessThan(300);
  const reader = response.body?.getReader();
  await reader?.read();
  stopping.abort();
  await reader?.cancel().catch(() => {});
  await drive.drain();
}
const refused = [410, 0];

describe('with maxDownloads, a URL', () => {
  test('[P-114] delivers its file twice at most and counts once, also in incomplete ranges', async () => {
    const token = await shareOf(1);
    const [url = '', other = ''] = await addresses(token, 2);
    for (const _again of [false, true]) {
      expect(await get(url, `0-${size - 2}`)).toEqual([206, size - 1]);
      expect(await downloadsOf(token)).toBe(1);
    }
    for (const range of [`0-${size - 2}`, `1-${size - 1}`, '0-', undefined])
      expect(await get(url, range)).toEqual(refused);
    for (const range of [`0-${size - 2}`, '0-0', undefined]) expect(await get(other, range)).toEqual(refused);
    expect((await ask('GET', `/api/public/share/${token}`)).status).toBe(410);
  });

  test('[P-115] delivers its file once more for a retry after the counted download, and then nothing', async () => {
    const token = await shareOf(2);
    const url = await addressOf(token);
    expect(await get(url)).toEqual([200, size]);
    expect(await get(url, `${size / 2}-`)).toEqual([206, size / 2]);
    for (const range of ['0-', `0-${size - 1}`, `-${size}`, `1-`, undefined])
      expect(await get(url, range)).toEqual(refused);
    expect(await get(url, `0-${size / 2 - 1}`)).toEqual([206, size / 2]);
    expect(await get(url, '0-0')).toEqual(refused);
    expect(await downloadsOf(token)).toBe(1);
    expect(await get(await addressOf(token))).toEqual([200, size]);
  });

  test('[P-116] delivers no more than twice its file for a repeated range', async () => {
    const token = await shareOf(1);
    const url = await addressOf(token);
    let received = 0;
    for (let n = 0; n < 40; n += 1) received += (await get(url, `0-${size / 10 - 1}`))[1];
    expect(received).toBeLessThanOrEqual(2 * size);
    expect(await downloadsOf(token)).toBe(1);
  });

  test('[P-117] delivers at most the allowed bytes to concurrent requests', async () => {
    for (const [maxDownloads, urls] of [
      [1, 1],
      [3, 6],
    ] as const) {
      const token = await shareOf(maxDownloads);
      const all = await addresses(token, urls);
      const asks = all.flatMap((url) => Array.from({ length: 8 }, () => get(url, `0-${size - 2}`)));
      const received = (await Promise.all(asks)).reduce((sum, [, bytes]) => sum + bytes, 0);
      expect(received).toBeGreaterThanOrEqual(maxDownloads * (size - 1));
      expect(received).toBeLessThanOrEqual(maxDownloads * 2 * size);
      expect(await downloadsOf(token)).toBe(maxDownloads);
      for (const url of all) expect(await get(url, `0-${size - 2}`)).toEqual(refused);
    }
  });

  test('[P-118] keeps its delivered bytes after a restart', async () => {
    const token = await shareOf(1);
    const url = await addressOf(token);
    expect(await get(url, '0-99999')).toEqual([206, 100_000]);
    await drive.restart();
    const here = (at: string): string => at.replace(/^http:\/\/[^/]+/, drive.url);
    expect(await get(here(await addressOf(token)))).toEqual(refused);
    expect(await get(here(url), `100000-${size - 2}`)).toEqual([206, size - 100_001]);
    await drive.restart();
    expect(await get(here(url), `0-${size - 2}`)).toEqual([206, size - 1]);
    expect(await get(here(url), '0-2')).toEqual(refused);
  });

  test('[P-140] allows an aborted download to be resumed, as curl -C - and wget -c do', async () => {
    const bytes = 16 * 1024 * 1024;
    const token = await shareOf(1, bytes);
    const [url = '', other = ''] = await addresses(token, 2);
    await abort(url);
    await abort(url, '1000000-');
    expect(await downloadsOf(token)).toBe(0);
    expect(await get(url, '4000000-')).toEqual([206, bytes - 4_000_000]);
    expect(await downloadsOf(token)).toBe(1);
    expect(await get(other, '0-')).toEqual(refused);
  });

  test('[P-141] allows a download in parallel ranges, which may overlap a little', async () => {
    const token = await shareOf(1);
    const url = await addressOf(token);
    const piece = size / 8;
    const ranges = Array.from({ length: 8 }, (_, n) => `${Math.max(0, n * piece - 10_000)}-${(n + 1) * piece - 1}`);
    for (const [status] of await Promise.all(ranges.map((range) => get(url, range)))) expect(status).toBe(206);
    expect(await downloadsOf(token)).toBe(1);
  });

  test('[P-142] holds its slot between the ranges of a download, until it expires', async () => {
    const token = await shareOf(1);
    const url = await addressOf(token);
    expect(await get(url, '0-99999')).toEqual([206, 100_000]);
    expect(await get(await addressOf(token))).toEqual(refused);
    drive.clock.advance(16 * 60_000);
    expect(await downloadsOf(token)).toBe(0);
    expect(await get(await addressOf(token))).toEqual([200, size]);
  });

  test('[P-119] counts inline requests, too', async () => {
    const token = await shareOf(1);
    const url = await addressOf(token, 'inline=true');
    const other = await addressOf(token, 'inline=true');
    expect(await get(url, `0-${size - 2}`)).toEqual([206, size - 1]);
    expect(await get(other, '0-')).toEqual(refused);
  });
});

describe('with maxDownloads, a share', () => {
  test('[P-143] frees the slot of an aborted download, and sends no more bytes than the allowed downloads have', async () => {
    const bytes = 4 * 1024 * 1024;
    for (const open of [addressOf, archiveOf]) {
      const token = await shareOf(1, bytes);
      let aborted = 0;
      for (; aborted < 10; aborted += 1) {
        const url = await open(token);
        const stopping = new AbortController();
        const response = await drive.fetch(url, { signal: stopping.signal });
        if (response.status === 410) break;
        stopping.abort();
        await response.arrayBuffer().catch(() => {});
        await drive.drain();
      }
      expect(aborted).toBeGreaterThanOrEqual(1);
      expect(aborted).toBeLessThan(10);
      expect(await downloadsOf(token)).toBe(0);
    }
  });

  test('[P-144] does not gain bytes from URLs that expired with a part of the file', async () => {
    const token = await shareOf(1);
    let received = 0;
    for (let n = 0; n < 10; n += 1) {
      received += (await get(await addressOf(token), `0-${size * 0.8 - 1}`))[1];
      drive.clock.advance(16 * 60_000);
    }
    expect(received).toBeLessThanOrEqual(2 * size);
  });

  test('[P-145] keeps the bytes of aborted downloads until it is revoked', async () => {
    const token = await shareOf(1);
    await get(await addressOf(token), `0-${size * 0.8 - 1}`);
    drive.clock.advance(30 * 24 * 3_600_000);
    await drive.jobs.runNow('shares.transfers');
    const row = () =>
      drive.database.reader
        .selectFrom('share_transfers as t')
        .innerJoin('shares as s', 's.row_id', 't.share_id')
        .select('t.sent_bytes')
        .where('s.token', '=', token)
        .executeTakeFirst();
    expect(await row()).toEqual({ sent_bytes: size * 0.8 });
    expect((await mine.call('DELETE', `/api/shares/${token}`)).status).toBe(204);
    await drive.jobs.runNow('shares.transfers');
    expect(await row()).toBeUndefined();
  });

  test('stores transfers, and a share without a limit stores none', async () => {
    const rows = () =>
      drive.database.reader
        .selectFrom('share_transfers as t')
        .innerJoin('shares as s', 's.row_id', 't.share_id')
        .select(['s.token', 't.sent_bytes', 't.lost_bytes', 't.counted'])
        .orderBy('s.row_id', 'desc')
        .limit(1)
        .execute();
    const unlimited = await shareOf(null);
    await get(await addressOf(unlimited));
    expect((await rows())[0]?.token).not.toBe(unlimited);
    const token = await shareOf(1);
    await get(await addressOf(token));
    expect(await rows()).toEqual([{ token, sent_bytes: size, lost_bytes: 0, counted: 1 }]);
  });
});

describe.runIf(inject('databaseKind') === 'postgres')('several servers', () => {
  const large = 30_000_000;

  test('send a share together as often as its limit, also to slow readers', async () => {
    const servers = [drive, await drive.startAnother(), await drive.startAnother()];
    const token = await shareOf(1, large);
    const urls = await addresses(token, servers.length);
    const begin = async (index: number): Promise<Response> => {
      const { pathname, search } = new URL(urls[index] ?? '');
      return (servers[index] ?? drive).fetch(pathname + search);
    };
    const responses = await Promise.all(servers.map((_, index) => begin(index)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
    const sending = responses.findIndex(({ status }) => status === 200);
    expect((await responses[sending]?.arrayBuffer())?.byteLength).toBe(large);
    for (const server of servers) await server.drain();
    expect(await downloadsOf(token)).toBe(1);
  });

  test('free the download of a server that is not alive any more', async () => {
    const other = await drive.startAnother();
    const token = await shareOf(1, large);
    const [url = '', again = ''] = await addresses(token, 2);
    const { pathname, search } = new URL(url);
    const cut = await other.fetch(pathname + search);
    expect(cut.status).toBe(200);
    expect(await get(again)).toEqual(refused);
    // As it stays behind when a process is killed.
    await drive.database.write((tx) => tx.updateTable('download_places').set({ node_id: 'killed' }).execute());
    expect(await get(await addressOf(token))).toEqual([200, large]);
    await cut.body?.cancel();
  });
});
