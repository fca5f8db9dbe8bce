import type { Readable, Writable } from 'node:stream';
import { DriveClient } from '@drive/sdk';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from './mcp-server.ts';
import type { DriveAccess } from './tool.ts';

/** A drive behind the server that answers the request. */
export interface HttpAccess extends Omit<DriveAccess, 'client'> {
  readonly baseUrl: string;
  /** The header of the request, whose key the server has accepted. */
  readonly authorization: string;
}

/**
 * Answers one request of the streamable HTTP transport. Nothing is kept between requests, so any server may answer any of
 * them; no stream is opened that would outlive its call.
 */
export function answerMcpRequest(
  request: Request,
  { baseUrl, authorization, ...access }: HttpAccess,
): Promise<Response> {
  const client = new DriveClient({
    baseUrl,
    apiKey: authorization.replace(/^Bearer +/i, ''),
    fetch: access.fetch,
    headers: { 'user-agent': `drive-mcp/${access.version}` },
    // A refused call is answered at once instead of holding the request.
    throttle: false,
    maxRetries: 0,
  });
  const drive = { ...access, client };
  return createMcpHandler(() => createMcpServer(drive), { maxSubscriptions: 0 }).fetch(request);
}

/** Serves messages of standard input until it ends, or the signal is aborted. Resolves then. */
export async function serveMcpOnStreams(
  drive: DriveAccess,
  { stdin, stdout, signal }: { readonly stdin: Readable; readonly stdout: Writable; readonly signal: AbortSignal },
): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout);
  const handle = serveStdio(() => createMcpServer(drive), { transport, maxSubscriptions: 0 });
  await new Promise<void>((resolve) => {
    stdin.once('close', resolve).once('end', resolve).once('error', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted || stdin.readableEnded || stdin.destroyed) resolve();
  });
  await handle.close();
}
