import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { secondMs } from '@drive/base';
import type { Config } from '../config.ts';
import { localUrl } from './local-base-url.ts';

/** A container's health check may take so long by default; the answer has to be there before. */
const PATIENCE_MS = 4 * secondMs;

/** The message is complete: no stack is printed. */
export class NotHealthyError extends Error {
  override readonly name = 'NotHealthyError';
}

export async function health(config: Config): Promise<void> {
  const url = `${localUrl(config.host, config.port)}/readyz`;
  const { status, body } = await ask(url);
  if (status !== 200) throw new NotHealthyError(`${url} answered ${status}: ${body}`);
  process.stdout.write(`${url} answered ${status}\n`);
}

function ask(url: string): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(new NotHealthyError(`${url} does not answer: ${error.message}`));
    const request = get(url, { agent: false, signal: AbortSignal.timeout(PATIENCE_MS) }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), refuse);
    });
    request.once('error', refuse);
  });
}
