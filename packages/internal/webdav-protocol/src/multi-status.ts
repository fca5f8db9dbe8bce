import type { ServerResponse } from 'node:http';
import { sendText } from '@drive/node-http';
import { declaration } from './dav-error.ts';

/** Sends `DAV:response` elements, given in pieces, as an answer 207 (RFC 4918, 13). */
export async function sendMultiStatus(
  response: ServerResponse,
  responses: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  await sendText(response, multiStatus(responses), () => {
    response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' });
  });
}

async function* multiStatus(responses: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  yield `${declaration}<D:multistatus xmlns:D="DAV:">`;
  yield* responses;
  yield '</D:multistatus>';
}
