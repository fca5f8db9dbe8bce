import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Earlier status codes, such as 100. */
  readonly interim: readonly number[];
}

/** A request whose body the test sends itself, as slowly or invalidly as needed. */
export interface RawRequest {
  readonly socket: Socket;
  /** Resolves once the system has accepted the bytes. */
  send(bytes: Buffer | string): Promise<void>;
  /** Resets the connection like a crash. */
  cut(): void;
  /** Resolves when the server sends 100 Continue. */
  readonly continued: Promise<void>;
  /** undefined if the connection ended without a response. */
  readonly answer: Promise<RawAnswer | undefined>;
  readonly closed: Promise<void>;
}

export async function openRequest(
  url: string,
  method: string,
  headers: Readonly<Record<string, string | number>> = {},
): Promise<RawRequest> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const continued = Promise.withResolvers<void>();
  const answer = readAnswer(socket, method === 'HEAD', continued.resolve);
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const send = (bytes: Buffer | string): Promise<void> =>
    new Promise((resolve) => {
      socket.write(bytes, () => resolve());
    });
  await send(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return { socket, send, cut: () => void socket.resetAndDestroy(), continued: continued.promise, answer, closed };
}

function readAnswer(socket: Socket, isHead: boolean, onInterim: () => void): Promise<RawAnswer | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const interim: number[] = [];
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (;;) {
        const end = text.indexOf('\r\n\r\n');
        if (end === -1) return;
        const [first = '', ...lines] = text.slice(0, end).split('\r\n');
        const status = Number(first.split(' ')[1]);
        if (status < 200) {
          interim.push(status);
          onInterim();
          text = text.slice(end + 4);
          continue;
        }
        const headers = Object.fromEntries(
          lines.map((line) => {
            const colon = line.indexOf(':');
            return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
          }),
        );
        const body = text.slice(end + 4);
        if (!isHead && body.length < Number(headers['content-length'] ?? 0)) return;
        resolve({ status, headers, body, interim });
        return;
      }
    });
    socket.once('close', () => resolve(undefined));
  });
}
