import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createResolve } from './name-lookup.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const A = 1;
const AAAA = 28;

/** A name server; it never answers a question for which `answers` returns 'hang'. */
async function startNameServer(answers: (name: string, type: number) => Buffer[] | 'hang' | 'fails'): Promise<string> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (question, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = question.readUInt16BE(at + 1);
    const found = answers(labels.join('.').toLowerCase(), type);
    if (found === 'hang') return;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(found === 'fails' ? 0x8182 : 0x8180, 2);
    header.writeUInt16BE(found === 'fails' ? 0 : found.length, 6);
    header.writeUInt32BE(0, 8);
    const records = (found === 'fails' ? [] : found).map((address) => {
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt16BE(address.length, 10);
      return Buffer.concat([record, address]);
    });
    socket.send(Buffer.concat([header, question.subarray(12, at + 5), ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${socket.address().port}`;
}

const nowhere = '/nonexistent/hosts';

test('returns all IPv4 and IPv6 addresses of a name', async () => {
  const server = await startNameServer((name, type) => {
    if (name !== 'hooks.example.com') return [];
    return type === A
      ? [Buffer.from([93, 184, 215, 14]), Buffer.from([10, 0, 0, 1])]
      : [Buffer.from('26064700000000000000000000001111', 'hex')];
  });
  const resolve = createResolve({ servers: [server], hostsFile: nowhere });
  expect(await resolve('hooks.example.com')).toEqual(['93.184.215.14', '10.0.0.1', '2606:4700::1111']);
  expect(await resolve('unknown.example.com')).toEqual([]);
});

test('returns the addresses of one family if the other fails', async () => {
  const server = await startNameServer((_, type) => (type === AAAA ? 'fails' : [Buffer.from([1, 1, 1, 1])]));
  expect(await createResolve({ servers: [server], hostsFile: nowhere })('a.example.com')).toEqual(['1.1.1.1']);
});

test('says in words how the name server failed', async () => {
  const failing = await startNameServer(() => 'fails');
  await expect(createResolve({ servers: [failing], hostsFile: nowhere })('a.example.com')).rejects.toThrow(
    'the name servers of the host name failed',
  );
});

test('unanswered lookups do not block file operations', async () => {
  const server = await startNameServer(() => 'hang');
  const resolve = createResolve({ servers: [server], hostsFile: nowhere, timeoutMs: 300 });
  const hanging = Promise.allSettled(Array.from({ length: 64 }, (_, index) => resolve(`n${index}.example.com`)));
  const first = await Promise.race([hanging.then(() => 'names'), readFile(import.meta.filename).then(() => 'file')]);
  expect(first).toBe('file');
  for (const { status } of await hanging) expect(status).toBe('rejected');
});

test('resolves localhost and the entries of the hosts file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'drive-hosts-'));
  const hostsFile = join(directory, 'hosts');
  writeFileSync(hostsFile, '# names\n10.1.2.3 Receiver receiver.lan # ours\nfd00::3\treceiver.lan\n');
  const resolve = createResolve({ servers: ['127.0.0.1:9'], hostsFile, timeoutMs: 50 });
  expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await resolve('a.localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await resolve('receiver')).toEqual(['10.1.2.3']);
  expect(await resolve('RECEIVER.lan')).toEqual(['10.1.2.3', 'fd00::3']);
  await expect(resolve('names')).rejects.toThrow();
  rmSync(directory, { recursive: true });
});
