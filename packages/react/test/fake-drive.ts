import { afterEach, beforeEach } from 'vitest';

/** A request that waits for its answer. */
export interface HeldRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  answer(status: number, body?: unknown, headers?: Record<string, string>): void;
  readonly signal: AbortSignal | undefined;
}

/** Holds every request of the page until the test answers it. */
export interface FakeDrive {
  /** The next request, in the order in which they were sent. */
  next(): Promise<HeldRequest>;
  readonly waiting: readonly HeldRequest[];
  /** Answers the grant and the reservation of the next upload. */
  reserve(): Promise<void>;
  /** Answers its bytes, too. */
  finishUpload(): Promise<void>;
}

const base = 'https://drive.example';

/** Replaces `fetch` for each test of the file. XMLHttpRequest is taken away: `fetch` then sends the bytes, too. */
export function useFakeDrive(): FakeDrive {
  const waiting: HeldRequest[] = [];
  const waiters: ((request: HeldRequest) => void)[] = [];
  const original = { fetch: globalThis.fetch, XMLHttpRequest: globalThis.XMLHttpRequest };
  beforeEach(() => {
    waiting.length = 0;
    waiters.length = 0;
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
    globalThis.fetch = async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const signal = init.signal ?? undefined;
      signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      const request: HeldRequest = {
        method: init.method ?? 'GET',
        path: url.pathname,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
        signal,
        answer: (status, body, headers = {}) =>
          resolve(new Response(body === undefined ? null : JSON.stringify(body), { status, headers })),
      };
      const waiter = waiters.shift();
      if (waiter === undefined) waiting.push(request);
      else waiter(request);
      return promise;
    };
  });
  afterEach(() => Object.assign(globalThis, original));

  const next = async (): Promise<HeldRequest> => {
    const first = waiting.shift();
    return first ?? new Promise((resolve) => waiters.push(resolve));
  };
  const reserve = async (): Promise<void> => {
    (await next()).answer(201, { token: `upg_${'a'.repeat(40)}`, baseUrl: base });
    (await next()).answer(201, { sessionId: 's', fileId: 'f', uploadUrl: `${base}/files/uploads/s` });
  };
  return {
    next,
    waiting,
    reserve,
    finishUpload: async () => {
      await reserve();
      (await next()).answer(200, { sessionId: 's', fileId: 'f', fileName: 'a.txt', status: 'COMPLETE' });
    },
  };
}
