import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import {
  eicar,
  hasClamd,
  startClamdProcess,
  startFakeClamd,
  type ClamdProcess,
  type FakeClamd,
} from '../test/index.ts';
import { ClamdError, ClamdUnreachableError, createClamd, parseClamdAddress, type ClamdAddress } from './index.ts';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'clamd-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function* chunksOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* zeros(chunks: number, onChunk: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < chunks; index += 1) {
    onChunk();
    yield Buffer.alloc(64 * 1024);
  }
}

describe('the client of clamd', () => {
  let fake: FakeClamd;
  beforeEach(async () => (fake = await startFakeClamd(join(directory, 'clamd.sock'))));
  afterEach(() => fake.stop());
  const client = (options: { connectMs?: number; silentMs?: number } = {}) =>
    createClamd({ address: fake.address, ...options });

  it('returns the verdict for the bytes of all chunks', async () => {
    expect(await client().scan(chunksOf('hello'))).toEqual({ result: 'clean' });
    expect(await client().scan(chunksOf())).toEqual({ result: 'clean' });
    const halves = [eicar.slice(0, 20), '', eicar.slice(20)];
    expect(await client().scan(chunksOf(...halves))).toEqual({ result: 'infected', virus: 'Eicar-Test-Signature' });
    expect([fake.scans, fake.bytes]).toEqual([3, 5 + eicar.length]);
    await client().ping();
  });

  it('sends no further chunk while clamd does not read', async () => {
    fake.silentAfter = 1;
    let chunks = 0;
    const scan = client({ silentMs: 300 }).scan(zeros(10_000, () => (chunks += 1)));
    await expect(scan).rejects.toThrow('clamd was silent for too long');
    // The buffers of the two sockets take some hundred kilobytes.
    expect(chunks).toBeLessThan(100);
  });

  it('says that the bytes are too many, and reads no more of them, once clamd says it', async () => {
    fake.maxBytes = 1_000_000;
    let chunks = 0;
    const scan = client().scan(zeros(10_000, () => (chunks += 1)));
    expect(await scan).toEqual({ result: 'too_large' });
    expect(chunks).toBeLessThan(200);
  });

  it('rejects if clamd closes the connection early, or answers something else', async () => {
    fake.cutAfter = 100_000;
    await expect(client().scan(zeros(1000))).rejects.toThrow(ClamdError);
    fake.cutAfter = undefined;
    for (const answer of ["Can't allocate memory ERROR", '\u001b[31mstream: OK', 'stream:  FOUND', 'OK', '']) {
      fake.answer = answer;
      await expect(client().scan(chunksOf('hello'))).rejects.toThrow(ClamdError);
    }
    await expect(client().scan(chunksOf('hello'))).rejects.toThrow('clamd answered ""');
    fake.answer = 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND';
    expect(await client().scan(chunksOf('hello'))).toEqual({ result: 'too_large' });
    fake.answer = 'x'.repeat(100_000);
    await expect(client().scan(chunksOf('hello'))).rejects.toThrow('longer than 4096 bytes');
  });

  it('makes names of signatures short and printable', async () => {
    fake.answer = `stream: Win\u001b.${'a'.repeat(300)} FOUND`;
    expect(await client().scan(chunksOf('x'))).toEqual({ result: 'infected', virus: `Win?.${'a'.repeat(195)}` });
  });

  it('tells an unreachable clamd from one that fails', async () => {
    await fake.stop();
    await expect(client().scan(chunksOf('hello'))).rejects.toThrow(ClamdUnreachableError);
    await expect(client().ping()).rejects.toThrow('clamd cannot be reached');
    await expect(createClamd({ address: { host: '127.0.0.1', port: 1 } }).ping()).rejects.toThrow(
      ClamdUnreachableError,
    );
  });

  it('rejects with the error of the bytes, and with the reason of an abort', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('hello');
      throw new Error('the disk is gone');
    }
    await expect(client().scan(failing())).rejects.toThrow('the disk is gone');
    fake.silentAfter = 1;
    const controller = new AbortController();
    const scan = client().scan(zeros(10_000), controller.signal);
    setImmediate(() => controller.abort(new Error('the server stops')));
    await expect(scan).rejects.toThrow('the server stops');
    await expect(client().scan(zeros(1), controller.signal)).rejects.toThrow('the server stops');
  });
});

const valid: [string, ClamdAddress][] = [
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['clamav.internal:3310', { host: 'clamav.internal', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
];
test.each(valid)('the address %j is read', (text, address) => expect(parseClamdAddress(text)).toEqual(address));

const invalid = [
  '',
  'clamd',
  'clamd:',
  'clamd:0',
  'clamd:65536',
  ':3310',
  'unix:',
  'unix:clamd.ctl',
  '::1:3310',
  'a b:1',
];
test.each(invalid)('the address %j is refused', (text) => expect(parseClamdAddress(text)).toBeUndefined());

describe.skipIf(!hasClamd)('a real clamd (skipped unless clamav-daemon is installed)', () => {
  const streamMaxBytes = 4 * 1024 * 1024;
  let clamd: ClamdProcess;
  let place: string;
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'clamd-'));
    clamd = await startClamdProcess(place, { streamMaxBytes });
  }, 90_000);
  afterAll(async () => {
    await clamd.stop();
    rmSync(place, { recursive: true, force: true });
  });

  it('finds the test file of EICAR and nothing else', async () => {
    const { scan } = createClamd({ address: clamd.address });
    expect(await scan(chunksOf('hello'))).toEqual({ result: 'clean' });
    expect(await scan(chunksOf())).toEqual({ result: 'clean' });
    expect(await scan(chunksOf(eicar.slice(0, 10), eicar.slice(10)))).toMatchObject({
      result: 'infected',
      virus: expect.stringContaining('Eicar-Test-Signature'),
    });
  });

  it('refuses more than MaxFileSize and StreamMaxLength, however much is sent', async () => {
    const { scan } = createClamd({ address: clamd.address });
    expect(await scan(zeros(streamMaxBytes / 2 / 65_536))).toEqual({ result: 'clean' });
    expect(await scan(zeros(streamMaxBytes / 65_536))).toEqual({ result: 'too_large' });
    // Many times, because clamd closes the connection while bytes are on their way.
    for (let times = 0; times < 50; times += 1)
      expect(await scan(zeros(streamMaxBytes / 65_536 + 1 + times))).toEqual({ result: 'too_large' });
  });
});
