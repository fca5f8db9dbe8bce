import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorStatus } from '@drive/contract';
import type { Child } from 'hono/jsx';
import { renderPage, type PageOptions } from '../../pages/layout.tsx';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { domainErrorOf, exchangeOf, requireOwnOrigin, type Router } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { announcedFormBytes, formOverheadBytes, receiveForm, type Uploads } from '../uploads/index.ts';
import { captchaFailed } from './captcha/captcha.ts';
import { tooMany, type Uploading } from './uploading.ts';

export interface FormRouteDeps {
  readonly uploading: Uploading;
  readonly uploads: Uploads;
  readonly log: Log;
  /** A captcha is on: it needs a script, so that this form never gets through. */
  readonly hasCaptcha: boolean;
  readonly config: { readonly baseUrl: string; readonly basePath: string };
  readonly page: (problem: DomainError) => { readonly shape: PageOptions; readonly content: Child };
}

/** Where the upload page's form goes when no script has taken it over. Bytes, so it lies where all bytes lie. */
export const formPath = '/files/upload-form';

export function mountUploadForm(router: Router, deps: FormRouteDeps): void {
  const { config, log } = deps;

  router.mountBytesProtocol(formPath, async (request, response) => {
    try {
      const tokens = await receiveUpload(deps, request);
      response.writeHead(303, { location: `${config.basePath}/upload/links?of=${tokens.join('.')}` }).end();
    } catch (error) {
      const problem = domainErrorOf(error);
      exchangeOf(request).failure = problem.code;
      if (problem !== error) log.error('upload form failed', { error });
      if (!response.destroyed) await answerWithPage(deps, response, problem);
    }
  });
}

async function answerWithPage({ page }: FormRouteDeps, response: ServerResponse, problem: DomainError): Promise<void> {
  const { shape, content } = page(problem);
  const { html, headers } = await renderPage(shape, content);
  response.writeHead(errorStatus[problem.code], {
    ...headers,
    'content-length': Buffer.byteLength(html),
    ...(problem.code === 'method_not_allowed' ? { allow: 'POST' } : {}),
    ...(problem.retryAfterSeconds === undefined ? {} : { 'retry-after': String(problem.retryAfterSeconds) }),
  });
  response.end(html);
}

/** Share tokens of what the form brought, in its order. */
async function receiveUpload(
  { uploading, uploads, hasCaptcha, config }: FormRouteDeps,
  request: IncomingMessage,
): Promise<readonly string[]> {
  const { limits } = uploading;
  const { path, clientNetwork } = exchangeOf(request);
  if (path !== formPath) throw new DomainError('not_found', 'There is nothing at this URL.');
  if (request.method !== 'POST') throw new DomainError('method_not_allowed', 'This address takes forms.');
  requireOwnOrigin(request, config.baseUrl);
  uploading.requireOn();
  const maxBytes = announcedFormBytes(request);
  const mostBytes = limits.maxFiles * limits.maxFileBytes;
  if (maxBytes > mostBytes + formOverheadBytes)
    throw new DomainError('payload_too_large', `All files together may have at most ${mostBytes} bytes.`);

  return uploading.counted(clientNetwork, isRefunded, async () => {
    if (hasCaptcha) throw captchaFailed();
    const owner = await uploading.getOwner(clientNetwork);
    const intake = await uploads.openIntake(owner, {
      maxBytes: Math.min(maxBytes, mostBytes),
      maxFileBytes: limits.maxFileBytes,
    });
    try {
      const { files, fields } = await receiveForm(request, {
        take: intake.take,
        maxFiles: limits.maxFiles,
        tooMany: () => tooMany(limits.maxFiles),
      });
      if (files.length === 0) throw new DomainError('validation_failed', 'Choose at least one file.');
      const publicListing = fields.get('publicListing') === 'true';
      return await intake.commit((tx) => uploading.place(tx, owner.userId, files, publicListing));
    } finally {
      await intake.end();
    }
  });
}

/** As for the endpoints: a 400 or 413 costs nothing, a captcha that failed does. */
function isRefunded(error: unknown): boolean {
  if (!isDomainError(error)) return true;
  const status = errorStatus[error.code];
  return (status === 400 && error.code !== 'captcha_failed') || status === 413 || status === 415 || status >= 500;
}
