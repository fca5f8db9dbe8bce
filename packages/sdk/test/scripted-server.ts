import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { DriveClient } from '../src/index.ts';

/** A key in the right form. */
export const testKey = keyOf('test');

/** A key that begins with a word. */
export function keyOf(word: string): string {
  return `svc_${word.padEnd(40, '0')}`;
}

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Step = (response: ServerResponse, request: SeenRequest) => void;

/**
 * Answers requests by a script, repeating its last step: responses that a real server gives only in case of a fault.
 * Removed at the end of the test.
 */
async function scriptedServer(
  ...steps: readonly Step[]
): Promise<{ url: string; seen: SeenRequest[]; close(): Promise<void> }> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const entry = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      seen.push(entry);
      steps[Math.min(seen.length, steps.length) - 1]?.(response, entry);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${address.port}`, seen, close };
}

/** A scripted server with a client for it. */
export async function serve(...steps: Step[]) {
  const server = await scriptedServer(...steps);
  return { ...server, client: new DriveClient({ baseUrl: server.url, apiKey: testKey, maxRetries: 2 }) };
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Step =>
  json(
    status,
    { timestamp: '2026-01-01T00:00:00.000Z', status, error: 'Error', code, message: `because of ${code}` },
    { 'x-request-id': 'the-request', ...headers },
  );

/** Cuts the connection without an answer. */
export const cut: Step = (response) => void response.socket?.destroy();
