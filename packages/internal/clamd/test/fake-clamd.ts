import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';

/** The test file of EICAR, which scanners report and which does no harm. In two pieces, so that none reports this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** clamd without signatures but EICAR's, at a Unix socket, with the faults that a test wants. */
export interface FakeClamd {
  readonly address: { readonly path: string };
  /** Streams that were received to their end. */
  scans: number;
  /** Bytes of streams, without their framing. */
  bytes: number;
  /** As `StreamMaxLength`. */
  maxBytes: number;
  /** Answers this instead of a verdict. */
  answer: string | undefined;
  /** Closes the connection after so many bytes of a stream. */
  cutAfter: number | undefined;
  /** Neither reads on nor answers after so many bytes of a stream; 0 answers nothing at all. */
  silentAfter: number | undefined;
  /** Refuses connections until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startFakeClamd(path: string): Promise<FakeClamd> {
  const open = new Set<Socket>();
  let server: Server | undefined;
  const fake: FakeClamd = {
    address: { path },
    scans: 0,
    bytes: 0,
    maxBytes: Infinity,
    answer: undefined,
    cutAfter: undefined,
    silentAfter: undefined,
    start: async () => {
      rmSync(path, { force: true });
      const started = createServer((socket) => {
        open.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => open.delete(socket));
        void serve(socket, fake).catch(() => socket.destroy());
      });
      server = started;
      await new Promise<void>((resolve) => started.listen(path, resolve));
    },
    stop: async () => {
      const stopped = server;
      server = undefined;
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => (stopped === undefined ? resolve(undefined) : stopped.close(resolve)));
    },
  };
  await fake.start();
  return fake;
}

async function serve(socket: Socket, fake: FakeClamd): Promise<void> {
  let rest = Buffer.alloc(0);
  let received = Buffer.alloc(0);
  let total = 0;
  let isStream = false;
  for await (const data of socket) {
    rest = Buffer.concat([rest, data as Buffer]);
    if (!isStream) {
      const end = rest.indexOf(0);
      if (end === -1) continue;
      const command = rest.subarray(0, end).toString();
      if (fake.silentAfter === 0) await new Promise(() => undefined);
      if (command === 'zPING') return void socket.end('PONG\0');
      if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0');
      isStream = true;
      rest = rest.subarray(end + 1);
    }
    while (rest.length >= 4) {
      const length = rest.readUInt32BE();
      if (length === 0) {
        fake.scans += 1;
        return void socket.end(`${fake.answer ?? verdictOf(received)}\0`);
      }
      if (rest.length < 4 + length) break;
      const chunk = rest.subarray(4, 4 + length);
      rest = rest.subarray(4 + length);
      total += chunk.length;
      fake.bytes += chunk.length;
      received = Buffer.concat([received, chunk]).subarray(-1_000_000);
    }
    const arrived = total + rest.length;
    if (arrived > fake.maxBytes) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
    if (fake.cutAfter !== undefined && arrived >= fake.cutAfter) return void socket.destroy();
    if (fake.silentAfter !== undefined && arrived >= fake.silentAfter) await new Promise(() => undefined);
  }
}

const verdictOf = (bytes: Buffer): string =>
  bytes.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
