// A webhook's receiver in a separate process, over https: answers immediately and counts requests.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { testCertificate } from '../../../packages/internal/guarded-fetch/test/certificate.ts';

/** The reply to any message, which resets the counts. */
export interface Count {
  readonly requests: number;
  /** Number of different delivery ids. */
  readonly deliveries: number;
  /** From the first to the last request. */
  readonly ms: number;
  readonly connections: number;
}

let requests = 0;
let connections = 0;
let firstAt = 0;
let lastAt = 0;
let ids = new Set<string>();

const server = createServer(testCertificate, (request, response) => {
  request.resume();
  request.once('end', () => {
    lastAt = performance.now();
    if (requests === 0) firstAt = lastAt;
    requests += 1;
    ids.add(String(request.headers['x-service-delivery']));
    response.end('ok');
  });
});
server.keepAliveTimeout = 60_000;
server.on('secureConnection', () => (connections += 1));
server.listen(0, '127.0.0.1', () =>
  console.log(`listening on https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`),
);

process.on('message', (order: 'look' | 'take') => {
  const count: Count = { requests, deliveries: ids.size, ms: lastAt - firstAt, connections };
  process.send?.(count);
  if (order !== 'take') return;
  requests = 0;
  connections = 0;
  ids = new Set();
});
