import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { connectSlowly } from '../../test/slow-lookup.ts';
import { getBytes } from './get-bytes.ts';

it('a connection of a download may take longer than the agent of Node waits for it', async () => {
  const server = createServer((_, outgoing) => void outgoing.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const slow = connectSlowly();
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await getBytes(`http://localhost:${port}`, {}, undefined, undefined);
  expect([slow.mock.calls.length, await text(answer)]).toEqual([1, 'hello']);
});
