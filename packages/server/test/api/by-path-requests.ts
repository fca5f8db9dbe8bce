import { request as sendRequest } from 'node:http';
import type { Drive, TestUser } from '../drive.ts';

export interface ByPathAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The JSON body. */
  readonly json: Record<string, unknown>;
}

export interface ByPathRequest {
  readonly method?: string;
  readonly body?: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the unchanged path below `/files/by-path/`, with its query: `fetch` would resolve dots first. */
export function callByPath(
  drive: Drive,
  user: Pick<TestUser, 'key'> | undefined,
  rawPath: string,
  { method = 'GET', body, headers = {} }: ByPathRequest = {},
): Promise<ByPathAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(drive.url);
    const outgoing = sendRequest({
      hostname,
      port,
      method,
      path: `/files/by-path/${rawPath}`,
      headers: {
        ...(user === undefined ? {} : { authorization: `Bearer ${user.key}` }),
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const bytes = Buffer.concat(chunks);
        const isJson = response.headers['content-type'] === 'application/json';
        const json = isJson && bytes.length > 0 ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {};
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes, json });
      });
    });
    outgoing.end(body);
  });
}

export const putByPath = (
  drive: Drive,
  user: Pick<TestUser, 'key'>,
  rawPath: string,
  body: Buffer | string = 'hello',
  headers: Readonly<Record<string, string>> = {},
): Promise<ByPathAnswer> => callByPath(drive, user, rawPath, { method: 'PUT', body, headers });

export const codeOf = ({ status, json }: ByPathAnswer): [number, unknown] => [status, json['code']];
