import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { secondMs } from '@drive/base';
import { noMetrics, type Metrics } from '@drive/metrics';
import type { Exchange } from './exchange.ts';

/** Counts each request when it is over, by the pattern of its route, never by its path. */
export type CountRequest = (request: IncomingMessage, response: ServerResponse, exchange: Exchange, ms: number) => void;

export interface RequestMetricsDeps {
  readonly metrics: Metrics;
  /** Counts the bytes, also if no metrics are counted. */
  readonly activity: { add(name: 'receivedBytes' | 'sentBytes', by: number): void };
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createRequestMetrics({ metrics, activity }: RequestMetricsDeps): CountRequest {
  const traffic = createTraffic();
  const countTraffic = (socket: Socket): ReturnType<typeof traffic> => {
    const bytes = traffic(socket);
    activity.add('receivedBytes', bytes.received);
    activity.add('sentBytes', bytes.sent);
    return bytes;
  };
  if (metrics === noMetrics) return ({ socket }) => void countTraffic(socket);
  const requests = metrics.counter('drive_http_requests_total', 'Requests by method, route and status', [
    'method',
    'route',
    'status',
  ]);
  const durations = metrics.histogram('drive_http_request_duration_seconds', 'From the first line to the last byte', {
    labelNames: ['method', 'route'],
    bounds,
  });
  const cut = metrics.counter('drive_http_requests_cut_off_total', 'Requests whose response was cut off', [
    'method',
    'route',
  ]);
  const refused = metrics.counter('drive_rate_limited_total', 'Requests rejected by a rate limit', ['route']);
  const received = metrics.counter('drive_http_received_bytes_total', 'Bytes received', ['method', 'route']);
  const sent = metrics.counter('drive_http_sent_bytes_total', 'Bytes sent', ['method', 'route']);
  return (request, response, { route = 'none' }, ms) => {
    const method = request.method ?? '';
    requests({ method, route, status: String(response.statusCode) });
    durations({ method, route }, ms / secondMs);
    const bytes = countTraffic(request.socket);
    received({ method, route }, bytes.received);
    sent({ method, route }, bytes.sent);
    if (!response.writableFinished) cut({ method, route });
    if (response.statusCode === 429) refused({ route });
  };
}

/** Counts the bytes of a connection since its previous request. */
function createTraffic(): (socket: Socket) => { readonly received: number; readonly sent: number } {
  const before = new WeakMap<Socket, { readonly received: number; readonly sent: number }>();
  return (socket) => {
    const { bytesRead: received, bytesWritten: sent } = socket;
    const last = before.get(socket) ?? { received: 0, sent: 0 };
    before.set(socket, { received, sent });
    return { received: Math.max(0, received - last.received), sent: Math.max(0, sent - last.sent) };
  };
}
