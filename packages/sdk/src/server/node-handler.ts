/**
 * The parts of Node's `IncomingMessage` that are used, as Express passes it; or the request of Fastify.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import type { NodeRequest } from '@drive/sdk/server';
 *
 * const pathOf = ({ url }: NodeRequest): string => url ?? '/';
 * createServer((request, response) => response.end(pathOf(request)));
 * ```
 */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the URL before routers have shortened it. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** What a parser of the framework has read. */
  readonly body?: unknown;
}

/**
 * The parts of Node's `ServerResponse` that are used, as Express passes it.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import type { NodeResponse } from '@drive/sdk/server';
 *
 * const refuse = (response: NodeResponse): void => void response.writeHead(404).end();
 * createServer((_request, response) => refuse(response));
 * ```
 */
export interface NodeResponse {
  writeHead(status: number, headers?: Record<string, string>): { end(body?: Uint8Array): unknown };
  once(event: 'close', listener: () => void): unknown;
  readonly writableFinished: boolean;
}

/**
 * A handler of Express, Fastify or `node:http`.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { toNodeHandler, type NodeHandler } from '@drive/sdk/server';
 *
 * const handler: NodeHandler = toNodeHandler(async () => new Response('hello'));
 * createServer((request, response) => void handler(request, response));
 * ```
 */
export type NodeHandler = (
  request: NodeRequest | { readonly raw: NodeRequest; readonly body?: unknown },
  response: NodeResponse | { readonly raw: NodeResponse; hijack(): unknown },
  next?: (error?: unknown) => void,
) => Promise<void>;

/** Far more than a question for a grant or a delivery of a webhook has. */
const mostBodyBytes = 1024 * 1024;

/**
 * Makes a handler of Express, Fastify or `node:http` of a handler of `Request`. Webhooks are signed over the raw body: put the route
 * before `express.json()`, or let `express.raw({ type: () => true })` parse it.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { DriveClient } from '@drive/sdk';
 * import { createUploadHandler, toNodeHandler } from '@drive/sdk/server';
 *
 * const upload = toNodeHandler(
 *   createUploadHandler({ client: new DriveClient(), authorize: () => ({ maxFileBytes: 10_000_000 }) }),
 * );
 * createServer((request, response) => void upload(request, response));
 * ```
 */
export function toNodeHandler(handle: (request: Request) => Promise<Response>): NodeHandler {
  return async (given, reply, next) => {
    const incoming = 'raw' in given ? given.raw : given;
    const outgoing = 'raw' in reply ? reply.raw : reply;
    // Fastify would answer by itself.
    if ('hijack' in reply) reply.hijack();
    const stop = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) stop.abort();
    });
    try {
      const body = await readBody(incoming, given.body);
      if (body === undefined) {
        outgoing.writeHead(413).end();
        return;
      }
      const response = await handle(toRequest(incoming, body, stop.signal));
      const bytes = new Uint8Array(await response.arrayBuffer());
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(bytes);
    } catch (error) {
      if (next !== undefined) return next(error);
      outgoing.writeHead(500).end();
      throw error;
    }
  };
}

function toRequest(
  { method = 'GET', url, originalUrl, headers }: NodeRequest,
  body: Blob,
  signal: AbortSignal,
): Request {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of [value ?? []].flat()) if (!name.startsWith(':')) given.append(name, each);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const target = new URL(originalUrl ?? url ?? '/', `http://${given.get('host') ?? 'localhost'}`);
  return new Request(target, { method, headers: given, signal, ...(hasBody ? { body } : {}) });
}

/** `undefined` if it is too long. What a parser has read is written again: the signature of a webhook then does not match. */
async function readBody(request: NodeRequest, parsed: unknown): Promise<Blob | undefined> {
  if (parsed instanceof Uint8Array) return new Blob([new Uint8Array(parsed)]);
  if (typeof parsed === 'string') return new Blob([parsed]);
  if (typeof parsed === 'object' && parsed !== null) return new Blob([JSON.stringify(parsed)]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const piece = new Uint8Array(chunk as Uint8Array);
    bytes += piece.length;
    if (bytes > mostBodyBytes) return undefined;
    chunks.push(piece);
  }
  return new Blob(chunks);
}
