import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { bytesHeldByTransfers } from '@drive/node-http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { putBytes, readStatus, reserveUpload } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

const KiB = 1024;
const MiB = KiB * KiB;
const content = randomBytes(16 * MiB);

let drive: Drive;
let user: TestUser;
/** Runs the server's check of every ten seconds. */
let sample: () => Promise<void>;
const sockets: Socket[] = [];

/** Resolves when the response begins, and then reads nothing more. */
async function open(head: string): Promise<Socket> {
  const socket = connect(Number(new URL(drive.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`${head}\r\nHost: ${new URL(drive.url).host}\r\n\r\n`);
  return socket;
}
async function openSlowly(url: string): Promise<Socket> {
  const { pathname } = new URL(url);
  const socket = await open(`GET ${pathname} HTTP/1.1`);
  await once(socket, 'readable');
  expect(String(socket.read(12))).toBe('HTTP/1.1 200');
  return socket;
}
async function uploaded(): Promise<string> {
  const reserved = await reserveUpload(drive, user, { bytes: content.length });
  await putBytes(reserved, content);
  const answer = await drive.fetch(`/api/files/${reserved.fileId}/download-url`, { key: user.key });
  return ((await answer.json()) as { downloadUrl: string }).downloadUrl;
}

beforeEach(async () => {
  drive = await startDrive({ server: { onSampling: (given) => (sample = given) } });
  user = await drive.createUser();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await drive.close();
});

const cuts = (): number => drive.logged.filter(({ event }) => event === 'transfer too slow').length;

/** Advances the clock past the first minute until the server cuts a connection. */
async function letTimePassUntilCut(): Promise<void> {
  let samples = 0;
  for (; cuts() === 0; samples += 1) {
    await setImmediate();
    await sample();
  }
  expect(samples).toBeGreaterThan(6);
  expect(cuts()).toBe(1);
}

describe('clients that read slowly', () => {
  it('[P-488] use 16 KiB each and 4 MiB more together, and do not delay a fast client', async () => {
    const url = await uploaded();
    expect(bytesHeldByTransfers()).toBe(0);
    for (let count = 0; count < 100; count += 1) await openSlowly(url);
    const most = 100 * 16 * KiB + 4 * MiB;
    expect(bytesHeldByTransfers()).toBeLessThanOrEqual(most);

    const fast = await drive.fetch(url);
    expect(Buffer.from(await fast.arrayBuffer()).equals(content)).toBe(true);
    // The client may have its last byte before the server learns that it was sent.
    await vi.waitUntil(() => bytesHeldByTransfers() <= most);

    for (const socket of sockets.splice(0)) socket.destroy();
    await vi.waitUntil(() => bytesHeldByTransfers() === 0);
  });

  it('[P-489] are cut after a minute below the rate', async () => {
    const socket = await openSlowly(await uploaded());
    const reset = once(socket, 'error');
    const bytesRead = socket.bytesRead;
    await letTimePassUntilCut();
    // A reset: the client does not get the megabytes that the system had accepted.
    socket.resume();
    expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect(socket.bytesRead - bytesRead).toBeLessThan(MiB);
  });
});

describe('a client that sends slowly', () => {
  it('is cut after a minute below the rate, and can resume', async () => {
    const { sessionId } = await reserveUpload(drive, user, { bytes: 1000 });
    const socket = await open(
      [
        `PATCH /files/tus/${sessionId} HTTP/1.1`,
        'Tus-Resumable: 1.0.0',
        'Upload-Offset: 0',
        'Content-Type: application/offset+octet-stream',
        'Content-Length: 1000',
      ].join('\r\n'),
    );
    socket.resume().write(Buffer.alloc(600));
    await vi.waitUntil(async () => (await readStatus(drive, user, sessionId))['status'] === 'UPLOADING');
    const [[error]] = await Promise.all([once(socket, 'error'), letTimePassUntilCut()]);
    expect(error).toMatchObject({ code: 'ECONNRESET' });
    const { headers } = await drive.fetch(`/files/tus/${sessionId}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    });
    expect(headers.get('upload-offset')).toBe('600');
  });
});
