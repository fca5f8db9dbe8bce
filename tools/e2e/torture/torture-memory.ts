import { existsSync, readFileSync } from 'node:fs';
import type { RunningServer } from '../programs.ts';

export interface MemorySample {
  /** Resident bytes of the process; 0 on unsupported systems. */
  readonly rssBytes: number;
  /** Live objects of the main thread after a garbage collection; 0 without an inspector. */
  readonly heapBytes: number;
}

/** Measures the server's memory, after a garbage collection if it was started with {@link INSPECTED}. */
export interface MemoryProbe {
  measure(): Promise<MemorySample>;
  close(): void;
}

/** The environment of a server with an inspector on a free port. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const NO_PROBE_WITHIN_MS = 10_000;

export async function createMemoryProbe(server: RunningServer): Promise<MemoryProbe> {
  const url = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(server.complaints())?.[0];
  const socket = url === undefined ? undefined : await open(url);
  let calls = 0;
  const call = (method: string, params: object = {}): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const id = ++calls;
      const timer = setTimeout(() => finish(() => reject(new Error(`${method} was not answered`))), NO_PROBE_WITHIN_MS);
      const take = ({ data }: MessageEvent): void => {
        const message = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> };
        if (message.id === id) finish(() => resolve(message.result ?? {}));
      };
      const ended = (): void => finish(() => reject(new Error('the server ended')));
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        socket?.removeEventListener('message', take);
        socket?.removeEventListener('close', ended);
        settle();
      };
      socket?.addEventListener('message', take);
      socket?.addEventListener('close', ended);
      socket?.send(JSON.stringify({ id, method, params }));
    });
  return {
    async measure() {
      if (socket === undefined) return { rssBytes: readRss(server), heapBytes: 0 };
      try {
        await call('HeapProfiler.collectGarbage');
        const { usedSize } = await call('Runtime.getHeapUsage');
        return { rssBytes: readRss(server), heapBytes: Number(usedSize) };
      } catch {
        return { rssBytes: readRss(server), heapBytes: 0 };
      }
    },
    close: () => socket?.close(),
  };
}

function open(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener('error', () => reject(new Error(`${url} refused`)), { once: true });
  });
}

function readRss({ child }: RunningServer): number {
  const path = `/proc/${child.pid}/status`;
  if (!existsSync(path)) return 0;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) * 1024;
}
