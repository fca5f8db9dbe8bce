import type { IncomingMessage, ServerResponse } from 'node:http';
import { secondMs } from '@drive/base';
import { keyScopes } from '@drive/contract';
import { createMemoryFetch } from '@drive/node-http';
import type { Caller } from '../../platform/access/index.ts';
import { exchangeOf, readText, type Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';

export interface McpDeps extends Pick<Ports, 'baseUrl' | 'log'> {
  readonly config: {
    /** Off: the path answers 404. */
    readonly isOn: boolean;
  };
  readonly version: string;
  /** Answers the requests that the tools make. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Of a message: the longest content of write_file, with room for escapes. */
const maxBodyBytes = 4 * 1024 * 1024;
const bodyMs = 30 * secondMs;

/**
 * Serves the drive to assistants (MCP, streamable HTTP). The tools call the API of this server in memory, with the key of
 * the request, so that scopes, folders, limits, events and the audit log are those of any client (ADR 115).
 */
export class Mcp {
  readonly #deps: McpDeps;
  readonly #fetchFrom: ReturnType<typeof createMemoryFetch>;

  constructor(deps: McpDeps) {
    this.#deps = deps;
    this.#fetchFrom = createMemoryFetch(deps.listener);
  }

  routes(router: Router): void {
    if (!this.#deps.config.isOn) return;
    router.mountCallProtocol('/mcp', (request, response, caller) => this.#answer(request, response, caller));
  }

  async #answer(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void> {
    const { baseUrl, version, log } = this.#deps;
    const text = await readText(request, { withinMs: bodyMs, maxBytes: maxBodyBytes });
    const stop = new AbortController();
    response.once('close', () => stop.abort());
    const { answerMcpRequest } = await import('@drive/mcp-tools');
    const answer = await answerMcpRequest(requestOf(request, text, baseUrl.href, stop.signal), {
      baseUrl: baseUrl.href,
      authorization: request.headers.authorization ?? '',
      fetch: this.#fetchFrom(exchangeOf(request).clientIp),
      scopes: caller.restriction?.scopes ?? keyScopes,
      version,
      onDefect: (error) => log.error('a tool of MCP failed', { requestId: exchangeOf(request).requestId, error }),
    });
    // One message, also where the protocol calls it a stream of events.
    const message = Buffer.from(await answer.arrayBuffer());
    for (const name of returned) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response.writeHead(answer.status, { 'content-length': message.length }).end(message);
  }
}

function requestOf(request: IncomingMessage, text: string, baseUrl: string, signal: AbortSignal): Request {
  const { method = 'POST' } = request;
  const headers = new Headers();
  for (const name of forwarded) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const isBodiless = method === 'GET' || method === 'HEAD';
  return new Request(new URL('/mcp', baseUrl), { method, headers, signal, ...(isBodiless ? {} : { body: text }) });
}

/** Without those of streams that stay open. */
const returned = ['allow', 'content-type', 'mcp-protocol-version', 'mcp-session-id'];
const forwarded = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id'];
