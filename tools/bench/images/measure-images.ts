import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPainter } from '@drive/thumbnails/test/painter';
import { startDrive, type Drive } from '../contenders/drive-contender.ts';
import { median } from '../measure.ts';
import { processorNanoseconds } from '../processes.ts';
import { perSecond, send } from '../small-requests.ts';

/** Four megapixels, as a shop or a blog gets from its editors. */
const source = { width: 2464, height: 1632, quality: 85 };
const wanted = 'w=640&format=webp';
/** The two are asked for in turn, so that whatever else the machine does slows both down. */
const slices = 20;
const requestsOfSlice = 100;
/** Each makes another picture. */
const qualities = [10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 80, 85, 90];
const goals = { cachedToSigned: 0.8, uncachedMs: 40 };
const nothing = Buffer.alloc(0);

/** A picture that is kept beside a file of the same bytes, and the processor time of one that is not. Linux only. */
export async function measureImages({ rounds }: { readonly rounds: number }): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'drive-images-'));
  const drive = await startDrive(join(directory, 'data'));
  try {
    const photo = await paint();
    const { publicUrl } = await putImage(drive, photo, 0);
    const picture = await send('GET', `${publicUrl}&${wanted}`, {}, nothing);
    const { fileId } = await putImage(drive, picture, 0);
    const signed = await drive.downloadUrl(fileId);
    const rates = { signed: [] as number[], cached: [] as number[] };
    const uncached: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const [one, other] = await ratesOf(signed, `${publicUrl}&${wanted}`);
      const ms = await costOfEach(drive, (await putImage(drive, photo, round)).publicUrl);
      // The first round is a warm-up.
      if (round === 0) continue;
      rates.signed.push(one);
      rates.cached.push(other);
      uncached.push(ms);
    }
    return table({
      photo,
      picture,
      signed: median(rates.signed),
      cached: median(rates.cached),
      uncached: median(uncached),
    });
  } finally {
    await drive.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A photo has clouds of every size and the noise of a sensor. */
async function paint(): Promise<Buffer> {
  const painter = await startPainter();
  try {
    const { Image } = painter.library;
    const { width, height, quality } = source;
    const noise = Image.gaussnoise(width, height, { sigma: 4, mean: 0 });
    const bands = [512, 256, 128].map((cell) =>
      Image.perlin(width, height, { cell_size: cell, uchar: true }).add(noise).cast('uchar'),
    );
    const [red, ...others] = bands;
    if (red === undefined) throw new Error('nothing was painted');
    return painter.encode(red.bandjoin(others).copy({ interpretation: 'srgb' }), '.jpg', { Q: quality });
  } finally {
    painter.close();
  }
}

let stored = 0;

/** Bytes behind the end of an image change its content and not what is seen. */
async function putImage(drive: Drive, image: Buffer, extra: number) {
  const bytes = Buffer.concat([image, Buffer.alloc(extra)]);
  const headers = { authorization: `Bearer ${drive.key}`, 'content-type': 'image/jpeg' };
  const answer = await send('PUT', `${drive.url}/files/by-path/${(stored += 1)}.jpg`, headers, bytes);
  const { id } = JSON.parse(answer.toString()) as { id: string };
  const { publicUrl } = await drive.call<{ publicUrl: string }>('POST', `/api/files/${id}/share`, {
    shareMode: 'PUBLIC',
  });
  return { fileId: id, publicUrl };
}

/** Requests per second of each. */
async function ratesOf(one: string, other: string): Promise<readonly [number, number]> {
  let [first, second] = [0, 0];
  const get = async (url: string): Promise<number> =>
    requestsOfSlice / (await perSecond(requestsOfSlice, async () => void (await send('GET', url, {}, nothing))));
  for (let slice = 0; slice < slices; slice += 1) {
    first += await get(one);
    second += await get(other);
  }
  return [(slices * requestsOfSlice) / first, (slices * requestsOfSlice) / second];
}

/** Milliseconds of processor time of the server for one picture that it does not have, its codecs being started. */
async function costOfEach(drive: Drive, publicUrl: string): Promise<number> {
  await send('GET', `${publicUrl}&${wanted}&q=5`, {}, nothing);
  const before = processorNanoseconds(drive.pid);
  for (const quality of qualities) await send('GET', `${publicUrl}&${wanted}&q=${quality}`, {}, nothing);
  return (processorNanoseconds(drive.pid) - before) / 1e6 / qualities.length;
}

interface Measured {
  readonly photo: Buffer;
  readonly picture: Buffer;
  readonly signed: number;
  readonly cached: number;
  readonly uncached: number;
}

function table({ photo, picture, signed, cached, uncached }: Measured): string {
  const kB = (bytes: Buffer): string => `${Math.round(bytes.length / 1000)} kB`;
  const ratio = cached / signed;
  const verdict = (isReached: boolean): string => (isReached ? '' : ', not reached');
  return [
    `A JPEG of ${source.width} × ${source.height} pixels (${kB(photo)}) as a WebP of 640 pixels (${kB(picture)}), by its public URL:`,
    '',
    '| | |',
    '|---|---:|',
    `| signed GET of a file of the same bytes | ${Math.round(signed)} /s |`,
    `| the picture, kept on disk | ${Math.round(cached)} /s |`,
    `| processor time of one that is rendered | ${uncached.toFixed(1)} ms |`,
    '',
    `Kept / signed: **${ratio.toFixed(2)}** (goal ${goals.cachedToSigned}${verdict(ratio >= goals.cachedToSigned)}). Rendered: goal ${goals.uncachedMs} ms${verdict(uncached <= goals.uncachedMs)}.`,
    '',
  ].join('\n');
}
