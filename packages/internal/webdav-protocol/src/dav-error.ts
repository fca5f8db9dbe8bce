import type { ServerResponse } from 'node:http';
import { isDomainError } from '@drive/access';
import { sendShortText } from '@drive/node-http';
import { escapeXml, wrapXml } from './xml-document.ts';

/** A refusal in the words of WebDAV: a status, and a pre- or postcondition of RFC 4918, section 16, that was violated. */
export class DavError extends Error {
  override readonly name = 'DavError';
  readonly status: number;
  readonly condition: string | undefined;
  readonly hrefs: readonly string[];
  /** For people: clients such as rclone show it. */
  readonly text: string | undefined;

  constructor(status: number, problem?: string | { readonly message: string }, hrefs: readonly string[] = []) {
    const condition = typeof problem === 'string' ? problem : undefined;
    const text = typeof problem === 'object' ? problem.message : undefined;
    super(condition ?? text ?? `status ${status}`);
    this.status = status;
    this.condition = condition;
    this.hrefs = hrefs;
    this.text = text;
  }
}

/** Whether the owner's drive has no room for more bytes or items. */
export const isQuotaExceeded = (error: unknown): boolean =>
  isDomainError(error, 'storage_quota_exceeded') || isDomainError(error, 'item_quota_exceeded');

export const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';

export const conditionXml = ({ condition, hrefs }: Pick<DavError, 'condition' | 'hrefs'>): string =>
  `<D:error>${condition === undefined ? '' : `<D:${condition}>${hrefs.map((href) => `<D:href>${escapeXml(href)}</D:href>`).join('')}</D:${condition}>`}</D:error>`;

/** RFC 4918, 16 allows elements of other namespaces in a `DAV:error`. */
const messageNamespace = 'urn:drive';

export async function sendDavError(response: ServerResponse, error: DavError): Promise<void> {
  if (error.text !== undefined) {
    const message = wrapXml(messageNamespace, 'message', escapeXml(error.text));
    await sendXml(response, error.status, `<D:error xmlns:D="DAV:">${message}</D:error>`);
    return;
  }
  if (error.condition === undefined) {
    response.writeHead(error.status, { 'content-length': 0 }).end();
    return;
  }
  await sendXml(response, error.status, conditionXml(error).replace('<D:error>', '<D:error xmlns:D="DAV:">'));
}

/** `body` declares the prefix D. */
export const sendXml = (response: ServerResponse, status: number, body: string): Promise<void> =>
  sendShortText(response, status, { 'content-type': 'application/xml; charset=utf-8' }, declaration + body);
