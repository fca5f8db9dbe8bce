import type { IncomingMessage } from 'node:http';
import { errorStatus } from '@drive/contract';
import { mountUploadForm, type FormUpload } from '@drive/pages';
import { announcedFormBytes, formOverheadBytes, type ReceivedFile, receiveForm } from '@drive/upload-protocol';
import { onBehalfOf } from '../../platform/access/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { exchangeOf, requireOwnOrigin, type Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts, BrowserSession } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { captchaFailed, type Guests, tooManyFiles } from '../guests/index.ts';
import type { FormReception, Uploads, UploadToReserve } from '../uploads/index.ts';
import { placeOfGuest } from './guest-uploads.ts';
import { formPath, renderUploadPage, senderOf, type Sender } from './upload-page.tsx';

export type UploadFormDeps = Pick<Ports, 'baseUrl' | 'log'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly guests: Guests;
  readonly uploads: Uploads;
};

export function mountUploadPageForm(router: Router, deps: UploadFormDeps): void {
  mountUploadForm(router, deps.log, formPath, (request) => beginUpload(deps, request));
}

function beginUpload(deps: UploadFormDeps, request: IncomingMessage): FormUpload {
  const { accounts, baseUrl, guests } = deps;
  let sender: Sender | undefined = senderOf(guests, accounts, undefined);

  return {
    receive: async () => {
      if (exchangeOf(request).path !== formPath) throw new DomainError('not_found', 'There is nothing at this URL.');
      if (request.method !== 'POST') throw new DomainError('method_not_allowed', 'This URL accepts forms only.');
      requireOwnOrigin(request, baseUrl.href);
      const session = await accounts.browserSessions.findOf(request);
      sender = senderOf(guests, accounts, session);
      if (sender === undefined) guests.requireOn();
      const limits = sender ?? guests.limits;
      const maxBytes = announcedFormBytes(request);
      const mostBytes = limits.maxFiles * limits.maxFileBytes;
      if (maxBytes > mostBytes + formOverheadBytes)
        throw new DomainError('payload_too_large', `All files together may have at most ${mostBytes} bytes.`);
      const sizes = {
        maxFiles: limits.maxFiles,
        maxFileBytes: limits.maxFileBytes,
        maxBytes: Math.min(maxBytes, mostBytes),
      };
      const receive =
        session === undefined
          ? receiveOfGuest(deps, request, sizes)
          : onBehalfOf(session.caller, () => receiveOfUser(deps, request, sizes, session));
      return `${baseUrl.path}/upload/links?of=${(await receive).join('.')}`;
    },
    errorPage: ({ code, message }) => renderUploadPage(deps, sender, { status: errorStatus[code], text: message }),
  };
}

interface FormSizes {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  /** Size of the form. */
  readonly maxBytes: number;
}

/** Returns the share tokens of the uploaded files, in the order of the form. */
function receiveOfGuest(
  { files, guests, uploads }: UploadFormDeps,
  request: IncomingMessage,
  sizes: FormSizes,
): Promise<readonly string[]> {
  const { clientNetwork } = exchangeOf(request);
  return guests.counted(clientNetwork, isRefunded, async () => {
    // The captcha needs a script, so the plain form never passes it.
    if (guests.needsScript) throw captchaFailed();
    const owner = await guests.getOwner(clientNetwork);
    return receiveFiles(uploads.openForm(owner, sizes.maxBytes), request, sizes, {
      check: (fields) => {
        if (fields.has('xsrf'))
          throw new DomainError('authentication_required', 'You are no longer signed in. Sign in and send it again.');
      },
      place: (tx, received, publicListing) => placeOfGuest(files, tx, owner.userId, received, publicListing),
    });
  });
}

/** Stores the files in the root folder of the signed-in user. Otherwise as `receiveOfGuest`. */
async function receiveOfUser(
  { accounts, files, uploads }: UploadFormDeps,
  request: IncomingMessage,
  sizes: FormSizes,
  session: BrowserSession,
): Promise<readonly string[]> {
  const { userId, plan } = session.caller;
  const { quotaBytes } = accounts.planLimits(plan);
  const owner = { userId, quotaBytes, rules: { maxFileBytes: sizes.maxFileBytes } };
  return receiveFiles(uploads.openForm(owner, sizes.maxBytes), request, sizes, {
    check: (fields) => accounts.browserSessions.requireXsrf(session, fields.get('xsrf') ?? ''),
    place: async (tx, received, publicListing) => {
      const folderRowId = await files.ensureRoot(tx, userId);
      return received.map((file) => ({ ...file, folderRowId, share: { publicListing } }));
    },
  });
}

interface Receiver {
  /** Throws if the form must not be accepted. */
  check(fields: ReadonlyMap<string, string>): void;
  place(tx: Tx, files: readonly ReceivedFile[], publicListing: boolean): Promise<readonly UploadToReserve[]>;
}

async function receiveFiles(
  form: FormReception,
  request: IncomingMessage,
  { maxFiles }: FormSizes,
  { check, place }: Receiver,
): Promise<readonly string[]> {
  try {
    const stage: typeof form.stage = (file, body) => form.stage(file, body);
    const options = { stage, maxFiles, tooMany: () => tooManyFiles(maxFiles) };
    const { files, fields } = await receiveForm(request, options);
    check(fields);
    if (files.length === 0) throw new DomainError('validation_failed', 'Choose at least one file.');
    const publicListing = fields.get('publicListing') === 'true';
    return await form.commit((tx) => place(tx, files, publicListing));
  } finally {
    await form.end();
  }
}

/** As for the endpoints: a 400 or 413 does not count, a failed captcha does. */
function isRefunded(error: unknown): boolean {
  if (!isDomainError(error)) return true;
  const status = errorStatus[error.code];
  return (status === 400 && error.code !== 'captcha_failed') || status === 413 || status === 415 || status >= 500;
}
