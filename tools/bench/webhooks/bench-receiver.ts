// A webhook's receiver in a process of its own, over https: answers at once and counts what came.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { testCertificate } from '../../../packages/internal/guarded-fetch/test/certificate.ts';

/** The answer to any message, which makes it count anew. */
export interface Count {
  readonly requests: number;
  /** By their delivery's id. */
  readonly deliveries: number;
  /** From the first request to the last. */
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
