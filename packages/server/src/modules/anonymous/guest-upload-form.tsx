import type { IncomingMessage } from 'node:http';
import { errorStatus } from '@drive/contract';
import { mountUploadForm } from '../../pages/upload-form.tsx';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { exchangeOf, requireOwnOrigin, type Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { announcedFormBytes, formOverheadBytes, receiveForm, type Uploads } from '../uploads/index.ts';
import { captchaFailed } from './captcha/captcha.ts';
import { tooMany, type GuestUploads } from './guest-uploads.ts';
import { formPath, renderUploadPage, type UploadPageDeps } from './upload-page.tsx';

export type UploadFormDeps = Pick<Ports, 'baseUrl' | 'log'> & {
  readonly guestUploads: GuestUploads;
  readonly uploads: Uploads;
  readonly page: UploadPageDeps;
};

/** Mounts the target of the upload page's form without scripts. */
export function mountGuestUploadForm(router: Router, deps: UploadFormDeps): void {
  mountUploadForm(router, deps.log, formPath, (request) => ({
    receive: async () => {
      const tokens = await receiveUpload(deps, request);
      return `${deps.baseUrl.path}/upload/links?of=${tokens.join('.')}`;
    },
    errorPage: ({ code, message }) => renderUploadPage(deps.page, { status: errorStatus[code], text: message }),
  }));
}

/** Returns the share tokens of the uploaded files, in the order of the form. */
async function receiveUpload(
  { guestUploads, uploads, page, baseUrl }: UploadFormDeps,
  request: IncomingMessage,
): Promise<readonly string[]> {
  const { limits } = guestUploads;
  const { path, clientNetwork } = exchangeOf(request);
  if (path !== formPath) throw new DomainError('not_found', 'There is nothing at this URL.');
  if (request.method !== 'POST') throw new DomainError('method_not_allowed', 'This URL accepts forms only.');
  requireOwnOrigin(request, baseUrl.href);
  guestUploads.requireOn();
  const maxBytes = announcedFormBytes(request);
  const mostBytes = limits.maxFiles * limits.maxFileBytes;
  if (maxBytes > mostBytes + formOverheadBytes)
    throw new DomainError('payload_too_large', `All files together may have at most ${mostBytes} bytes.`);

  return guestUploads.counted(clientNetwork, isRefunded, async () => {
    // The captcha needs a script, so the plain form never passes it.
    if (page.config.provider !== 'none') throw captchaFailed();
    const owner = await guestUploads.getOwner(clientNetwork);
    const form = await uploads.openFormUpload(owner, {
      maxBytes: Math.min(maxBytes, mostBytes),
      maxFileBytes: limits.maxFileBytes,
    });
    try {
      const { files, fields } = await receiveForm(request, {
        stage: form.stage,
        maxFiles: limits.maxFiles,
        tooMany: () => tooMany(limits.maxFiles),
      });
      if (files.length === 0) throw new DomainError('validation_failed', 'Choose at least one file.');
      const publicListing = fields.get('publicListing') === 'true';
      return await form.commit((tx) => guestUploads.place(tx, owner.userId, files, publicListing));
    } finally {
      await form.end();
    }
  });
}

/** As for the endpoints: a 400 or 413 does not count, a failed captcha does. */
function isRefunded(error: unknown): boolean {
  if (!isDomainError(error)) return true;
  const status = errorStatus[error.code];
  return (status === 400 && error.code !== 'captcha_failed') || status === 413 || status === 415 || status >= 500;
}
