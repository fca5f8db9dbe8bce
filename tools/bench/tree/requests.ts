import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  /** The complete body, with `body: 'kept'`. */
  readonly text: string;
  readonly bytes: number;
  readonly firstByteMs: number;
  readonly totalMs: number;
}

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A JSON value, or the bytes themselves. */
  readonly body?: object;
  /**
   * Whether a long response is discarded while it arrives, because parsing it is slower than sending it. Default: kept.
   */
  readonly answer?: 'kept' | 'dropped';
  /** Due time of the request, if not now: waiting for a connection counts as latency. */
  readonly since?: number;
}

/** One user's requests over keep-alive connections. Throws on any status but 2xx. */
export interface Requests {
  send(path: string, ask?: Ask): Promise<Answer>;
  close(): void;
}

export function createRequests(url: string, key: string, connections = 1): Requests {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: (path, { method = 'GET', body, answer = 'kept', since = performance.now() } = {}) =>
      new Promise((resolve, reject) => {
        const content = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
        const outgoing = request(new URL(path, url), {
          method,
          agent,
          headers: {
            authorization: `Bearer ${key}`,
            ...(content !== body ? { 'content-type': 'application/json' } : {}),
            ...(content === undefined ? {} : { 'content-length': content.length }),
          },
        });
        outgoing.once('error', reject);
        outgoing.once('response', (response) => {
          const firstByteMs = performance.now() - since;
          const chunks: Buffer[] = [];
          let bytes = 0;
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (answer === 'kept') chunks.push(chunk);
          });
          response.once('error', reject);
          response.once('end', () => {
            const totalMs = performance.now() - since;
            const status = response.statusCode ?? 0;
            const text = Buffer.concat(chunks).toString();
            if (status >= 200 && status < 300) resolve({ status, text, bytes, firstByteMs, totalMs });
            else reject(new Error(`${method} ${path.slice(0, 200)}: ${status} ${text.slice(0, 500)}`));
          });
        });
        outgoing.end(content);
      }),
    close: () => agent.destroy(),
  };
}
