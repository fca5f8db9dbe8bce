import { existsSync } from 'node:fs';
import type { ShareDescriptor } from '@drive/contract';
import { acknowledgements } from '@drive/node-http';
import { describe, expect, test } from 'vitest';
import { readEvents } from '../../../../test/api/sender-api.ts';
import { visitorOf } from '../../../../test/api/visitor-api.ts';
import { startDrive } from '../../../../test/drive.ts';
import { readSlowly } from '../../../../test/network/slow-reader.ts';
import { driveForAllTests, drive, mine, user } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { addressOf, addresses, archiveOf, ask } = visitorOf(() => drive);
const MiB = 1024 * 1024;
const minutes = (count: number): void => drive.clock.advance(count * 60_000);

const shareOf = async (maxDownloads: number, bytes: number): Promise<string> =>
  (await mine.shareFile(await mine.file('a.bin', { bytes }), { maxDownloads })).shareToken;
const downloadsOf = async (token: string): Promise<number> => {
  await drive.drain();
  const { shares } = (await mine.call('GET', '/api/shares?limit=200')).body;
  return shares.find((one: ShareDescriptor) => one.shareToken === token).downloadCount;
};
const leftOf = async (token: string): Promise<unknown> =>
  (await ask('GET', `/api/public/share/${token}`)).body.downloadsLeft;
const countEvents = async (): Promise<number> =>
  (await readEvents(drive, user.userId, 'share.download.anonymous')).length;

async function get(url: string, range?: string): Promise<readonly [status: number, bytes: number]> {
  const response = await drive.fetch(url, range === undefined ? {} : { headers: { range: `bytes=${range}` } });
  const { byteLength } = await response.arrayBuffer();
  await drive.drain();
  return [response.status, response.status < 300 ? byteLength : 0];
}
/** Breaks a download off after about so many bytes. */
async function breakOff(url: string, bytes = 1024, headers = {}): Promise<number> {
  const reader = await readSlowly(url, headers);
  if (reader.status < 300) await reader.read(bytes);
  reader.reset();
  await drive.drain();
  return reader.status;
}
const refused = [410, 0];

describe('a limited download that its client breaks off', () => {
  test.each([100_000, 300_000, MiB, 3 * MiB, 10 * MiB])('[P-122] of %d bytes gives its place back', async (bytes) => {
    for (const end of ['reset', 'close'] as const)
      for (const headers of [{}, { connection: 'close' }]) {
        const token = await shareOf(1, bytes);
        const reader = await readSlowly(await addressOf(token), headers);
        expect(reader.status).toBe(200);
        await reader.read(1024);
        reader[end]();
        expect([end, headers, await downloadsOf(token), await leftOf(token)]).toEqual([end, headers, 0, 1]);
        expect(await get(await addressOf(token))).toEqual([200, bytes]);
        expect(await downloadsOf(token)).toBe(1);
      }
  });

  test('[P-123] publishes no event', async () => {
    const token = await shareOf(1, 500_000);
    await breakOff(await addressOf(token));
    expect(await countEvents()).toBe(0);
    expect(await get(await addressOf(token))).toEqual([200, 500_000]);
    expect(await countEvents()).toBe(1);
  });

  test('[P-124] can be retried with its URL, or resumed from the middle, and counts once', async () => {
    for (const [range, status, bytes] of [
      [undefined, 200, 500_000],
      ['250000-', 206, 250_000],
    ] as const) {
      const token = await shareOf(1, 500_000);
      const [url = '', other = ''] = await addresses(token, 2);
      expect(await breakOff(url)).toBe(200);
      expect(await get(url, range)).toEqual([status, bytes]);
      expect(await downloadsOf(token)).toBe(1);
      expect(await get(other)).toEqual(refused);
    }
  });

  test('[P-128] is refused if another visitor has taken its place', async () => {
    const token = await shareOf(1, 500_000);
    const [url = '', other = ''] = await addresses(token, 2);
    await breakOff(url);
    expect(await get(other)).toEqual([200, 500_000]);
    expect(await get(url)).toEqual(refused);
    expect(await downloadsOf(token)).toBe(1);
  });

  test('[P-125] counts from seven eighths of the file on, and its URL still delivers the rest', async () => {
    const bytes = 64 * MiB;
    const token = await shareOf(1, bytes);
    const [url = '', other = ''] = await addresses(token, 2);
    await breakOff(url, 0.5 * bytes);
    expect(await downloadsOf(token)).toBe(0);
    await breakOff(url, 0.97 * bytes);
    expect(await downloadsOf(token)).toBe(1);
    expect(await get(other)).toEqual(refused);
    const rest = await get(url, `${0.97 * bytes}-`);
    expect([200, 206, 410]).toContain(rest[0]);
  });

  test('[P-146] gives nothing back beyond the size of the allowed downloads, and its own URL keeps its place', async () => {
    const token = await shareOf(2, 50_000);
    const urls = await addresses(token, 4);
    for (const url of urls.slice(0, 3)) expect(await breakOff(url)).toBe(200);
    // Three downloads of the size of the file were broken off; the third keeps its place.
    expect(await leftOf(token)).toBe(1);
    expect(await get(urls[3] ?? '')).toEqual([200, 50_000]);
    expect(await leftOf(token)).toBe(0);
    expect(await get(await addressOf(token))).toEqual(refused);
    expect(await get(urls[2] ?? '')).toEqual([200, 50_000]);
    expect(await downloadsOf(token)).toBe(2);
    expect(await get(urls[1] ?? '')).toEqual(refused);
  });

  test('[P-127] of a ZIP gives its place back, and its URL is used up', async () => {
    const token = await shareOf(1, 500_000);
    const url = await archiveOf(token);
    expect(await breakOff(url)).toBe(200);
    expect(await downloadsOf(token)).toBe(0);
    expect((await ask('GET', new URL(url).pathname)).body.code).toBe('archive_consumed');
    expect((await get(await archiveOf(token)))[0]).toBe(200);
    expect(await downloadsOf(token)).toBe(1);
  });

  test.runIf(existsSync('/proc/net/tcp'))(
    '[P-126] is not over while its client reads what the system has buffered',
    async () => {
      const bytes = 2 * MiB;
      const token = await shareOf(1, bytes);
      const [url = '', other = ''] = await addresses(token, 2);
      const slow = await readSlowly(url);
      await slow.read(1024);
      for (let turn = 0; turn < 20; turn += 1) await acknowledgements.settle();
      expect((await drive.fetch(other)).status).toBe(410);
      expect(1024 + (await slow.read(bytes - 1024))).toBe(bytes);
      slow.close();
      expect(await downloadsOf(token)).toBe(1);
    },
  );
});

describe('the URL of a limited download', () => {
  test('[P-120] may be used once more within fifteen minutes, also if the server takes it for complete', async () => {
    const token = await shareOf(1, 200_000);
    const [url = '', other = ''] = await addresses(token, 2);
    expect(await get(url)).toEqual([200, 200_000]);
    expect((await drive.fetch(url, { method: 'HEAD' })).status).toBe(200);
    minutes(14);
    expect(await get(url)).toEqual([200, 200_000]);
    expect(await get(url, '0-0')).toEqual(refused);
    expect(await get(other)).toEqual(refused);
    expect(await downloadsOf(token)).toBe(1);
    expect(await countEvents()).toBe(1);
  });

  test('[P-121] may be used for fifteen minutes after a long transfer, although it has expired meanwhile', async () => {
    const bytes = 16 * MiB;
    const token = await shareOf(1, bytes);
    const url = await addressOf(token);
    const reader = await readSlowly(url);
    await reader.read(1024);
    minutes(120);
    reader.reset();
    await drive.drain();
    minutes(14);
    expect(await get(url, '1000000-')).toEqual([206, bytes - 1_000_000]);
    expect(await downloadsOf(token)).toBe(1);
    minutes(16);
    expect((await drive.fetch(url)).status).toBe(403);
  });

  test('of an empty file counts, too', async () => {
    const stored = await drive.fetch('/files/by-path/empty', { method: 'PUT', key: user.key, body: '' });
    const { id } = (await stored.json()) as { id: string };
    const token = (await mine.shareFile(id, { maxDownloads: 1 })).shareToken;
    const [url = '', other = ''] = await addresses(token, 2);
    expect((await drive.fetch(url)).status).toBe(200);
    expect(await downloadsOf(token)).toBe(1);
    expect((await drive.fetch(other)).status).toBe(410);
  });
});
