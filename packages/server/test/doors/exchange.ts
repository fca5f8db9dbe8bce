import { request as sendRequest, type IncomingHttpHeaders } from 'node:http';

export interface Exchange {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Sends the body without a Content-Length. */
  readonly isChunked?: boolean;
}

export interface Exchanged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** `code` of the error envelope; undefined for any other body. */
  readonly code: string | undefined;
}

/** Sends the headers as given: `fetch` refuses some of them and adds others. */
export function exchange(
  url: string,
  { method = 'GET', headers = {}, body, isChunked = false }: Exchange = {},
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const framing: Record<string, string> =
      body === undefined ? {} : isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': `${body.length}` };
    const outgoing = sendRequest(url, { method, headers: { ...framing, ...headers }, agent: false });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: bytes,
          code: /"code":"(\w+)"/.exec(bytes.subarray(0, 4096).toString())?.[1],
        });
      });
    });
    if (headers['expect'] === undefined) return void outgoing.end(body);
    outgoing.once('continue', () => outgoing.end(body));
    outgoing.flushHeaders();
  });
}

/** `412 precondition_failed`: how tables write a response. */
export const writeAnswer = ({ status, code }: Pick<Exchanged, 'status' | 'code'>): string =>
  code === undefined ? String(status) : `${status} ${code}`;
