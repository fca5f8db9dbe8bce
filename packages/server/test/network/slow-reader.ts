import { once } from 'node:events';
import { connect } from 'node:net';

/** A client that reads a response as far as the test wants, and ends the connection as the test wants. */
export interface SlowReader {
  readonly status: number;
  /** Reads so many bytes of the body, or what there is before the server ends the connection; returns their number. */
  read(bytes: number): Promise<number>;
  /** Resets the connection, whatever was read. */
  reset(): void;
  /** Closes the connection: the system resets it if bytes are unread. */
  close(): void;
}

/** Requests a URL and reads the head of the response, and not more than the system hands over with it. */
export async function readSlowly(url: string, headers: Readonly<Record<string, string>> = {}): Promise<SlowReader> {
  const { hostname, port, pathname, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);

  const take = async (bytes: number): Promise<Buffer | null> => {
    while (socket.readableLength === 0 && !socket.readableEnded && !socket.destroyed) {
      const over = new AbortController();
      const next = [once(socket, 'readable', over), once(socket, 'close', over)];
      await Promise.race(next);
      over.abort();
      await Promise.allSettled(next);
    }
    return socket.read(Math.min(bytes, socket.readableLength)) as Buffer | null;
  };
  let head = '';
  while (!head.endsWith('\r\n\r\n')) {
    const byte = await take(1);
    if (byte === null) throw new Error(`the connection ended after ${JSON.stringify(head)}`);
    head += byte.toString('latin1');
  }
  return {
    status: Number(head.split(' ')[1]),
    read: async (bytes) => {
      let read = 0;
      while (read < bytes) {
        const chunk = await take(bytes - read);
        if (chunk === null) break;
        read += chunk.length;
      }
      return read;
    },
    reset: () => void socket.resetAndDestroy(),
    close: () => void socket.destroy(),
  };
}
