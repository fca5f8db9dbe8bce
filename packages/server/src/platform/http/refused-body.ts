import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './json-body.ts';

/** What is left of a body is read and thrown away up to here, so that the connection can be used again. */
const DRAIN_BYTES = 1024 * 1024;
/** How much a client that goes on sending may take to notice that it has its answer. */
const LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Sees to it that a client whose body is not read to its end gets the answer and not a network error. Closing a socket
 * with unread bytes makes the system send a reset, which can overtake the answer; so a short rest is drained, and for
 * more the answer says `Connection: close`, only our side is closed, and what still comes is read for a moment.
 */
export function settleRefusedBody(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const before = socket.bytesRead;
  const announced = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  const isLong = (): boolean => !request.complete && announced - (socket.bytesRead - before) > DRAIN_BYTES;

  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
  response.writeHead = (...values: unknown[]) => {
    if (isLong()) {
      response.shouldKeepAlive = false;
      socket.destroySoon = () => linger(socket, lingerMs);
    }
    return writeHead(...values);
  };
  response.once('finish', () => {
    if (request.complete || !response.shouldKeepAlive) return;
    // Short by its own account: a client that does not send even that is not waited for.
    const timer = setTimeout(() => linger(socket, lingerMs), lingerMs);
    request.once('close', () => clearTimeout(timer));
    request.resume();
  });
}

/** Ends our side once everything is written, and reads on until the other side ends, too. */
function linger(socket: Socket, lingerMs: number): void {
  const limit = socket.bytesRead + LINGER_BYTES;
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  const watch = setInterval(() => socket.bytesRead > limit && socket.destroy(), 50);
  socket.once('close', () => {
    clearTimeout(timer);
    clearInterval(watch);
  });
  socket.resume();
}
