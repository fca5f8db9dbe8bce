import type { HandOver } from '../../shell/hand-over.ts';
import { type AskForChanges, isRefusal } from './remote-watch.ts';

/** A held request may take this much longer than it is held. */
const REPLY_MS = 20_000;

/** A page of changes, or an error. */
interface Answer {
  readonly changes: readonly unknown[];
  readonly cursor: string;
  readonly code?: string;
}

/**
 * Asks the change feed without the SDK. Node's HTTP client is loaded without its names, because an import of them loads `fetch` and
 * with it five times as much.
 */
export const createPlainFeed =
  ({ url, headers }: HandOver['feed']): AskForChanges =>
  async (cursor, waitSeconds, signal) => {
    const target = new URL(url);
    for (const [name, value] of Object.entries({ cursor, limit: '1', wait: String(waitSeconds) }))
      target.searchParams.set(name, value);
    const { status, text } = await get(
      target,
      headers,
      AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000 + REPLY_MS)]),
    );
    const answer = JSON.parse(text) as Answer;
    // The next run tells what is wrong.
    if (isRefusal(status, answer.code)) return undefined;
    if (status !== 200) throw new Error(`the server answered ${status}`);
    return answer.changes.length > 0 ? undefined : answer.cursor;
  };

function get(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, signal }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 500, text }));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}
