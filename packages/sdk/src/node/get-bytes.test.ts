import dns from 'node:dns';
import { once } from 'node:events';
import http, { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getBytes } from './get-bytes.ts';

it('a connection of a download may take longer than the agent of Node waits for it', async () => {
  const server = createServer((_, outgoing) => void outgoing.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { globalAgent } = http;
  http.globalAgent = new http.Agent({ timeout: 1 });
  const { lookup } = dns;
  const slow = vi.spyOn(dns, 'lookup').mockImplementation((...args: Parameters<typeof lookup>) => {
    // Timers of the same length run in the order in which they were started: that of the agent is the earlier one.
    setTimeout(() => lookup(...args), 1);
  });
  onTestFinished(() => {
    http.globalAgent = globalAgent;
    slow.mockRestore();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const answer = await getBytes(`http://localhost:${port}`, {}, undefined, undefined);
  expect([slow.mock.calls.length, await text(answer)]).toEqual([1, 'hello']);
});
