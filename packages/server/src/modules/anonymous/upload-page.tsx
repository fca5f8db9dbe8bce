import type { BaseUrl } from '@drive/base';
import { limits as contractLimits } from '@drive/contract';
import {
  FileInput,
  humanSize,
  mountAsset,
  Notice,
  type PageContent,
  pageResponse,
  readClientScript,
  scriptTexts,
  styleOf,
  t,
  translateMessage,
  uploadsCss,
} from '@drive/pages';
import { readSendingScript } from '../../pages/sending-script.ts';
import { mayDo } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { isDomainError } from '../../platform/errors.ts';
import { pageQuery, pageText, type Router } from '../../platform/http/index.ts';
import type { Accounts, BrowserSession } from '../accounts/index.ts';
import type { Guests } from '../guests/index.ts';
import type { Shares } from '../shares/index.ts';

export interface UploadPageDeps {
  readonly accounts: Accounts;
  readonly baseUrl: BaseUrl;
  readonly database: Database;
  readonly guests: Guests;
  readonly shares: Shares;
}

type PageDeps = Pick<UploadPageDeps, 'baseUrl' | 'guests'>;

const script = readClientScript('upload', import.meta.url);
const sendingScript = readSendingScript();
const uploadPageCss = styleOf(uploadsCss);

/** Target of the page's form without a script. It receives bytes, so it is below `/files`. */
export const formPath = '/files/upload-form';

interface UploadedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly shortUrl: string;
}

/** Tokens of the files that were sent, with dots between them. */
const linksQuery = pageQuery({ of: pageText(contractLimits.uploadBatch * contractLimits.codeCharacters) });

export function mountUploadPages(router: Router, deps: UploadPageDeps): void {
  const { accounts, baseUrl, database, guests, shares } = deps;
  mountAsset(router, script);
  accounts.offerUploads(() => {
    const sender = senderOf(guests, accounts, undefined);
    return (
      sender && {
        options: { scripts: [script.path], embedded: guests.captcha.service?.embedded },
        content: <UploadCard {...deps} sender={sender} problem={undefined} isPart />,
      }
    );
  });

  router.page('GET', '/upload', async (context) => {
    const session = await accounts.browserSessions.find(context);
    const { options, content } = renderUploadPage(deps, senderOf(guests, accounts, session));
    return pageResponse(context, options, content);
  });

  router.page('GET', '/upload/links', async (context) => {
    const session = await accounts.browserSessions.find(context);
    const mostFiles = session === undefined ? guests.limits.maxFiles : contractLimits.uploadBatch;
    const tokens = (linksQuery.of(context).of ?? '').split('.').slice(0, mostFiles);
    const files: UploadedFile[] = [];
    for (const token of tokens) {
      const file = await findUpload(token, session?.caller.userId);
      if (file !== undefined) files.push(file);
    }
    const { options, content } = renderLinks(baseUrl.path, files, session);
    return pageResponse(context, options, content);
  });

  /** Finds an upload of a guest or of the signed-in user; shares of others are shown on their own page only. */
  async function findUpload(token: string, userId: number | undefined): Promise<UploadedFile | undefined> {
    const share = await shares.findOpenShare(database.reader, { token }).catch((error: unknown) => {
      if (isDomainError(error, 'file_quarantined')) return undefined;
      throw error;
    });
    if (share?.kind !== 'file') return undefined;
    const { ownerId, item } = share;
    if (!mayDo(userId, { ownerId }, 'read') && !(await accounts.isAnonymous(database.reader, ownerId)))
      return undefined;
    const { name, sizeBytes } = item;
    return { name, sizeBytes, shortUrl: baseUrl.link(`/s/${share.shortCode}`) };
  }
}

/** The sender of the form and the limits that apply. */
export interface Sender {
  /** undefined: a guest. */
  readonly session: BrowserSession | undefined;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
}

/** undefined for a guest on a server that admits none. */
export function senderOf(
  { limits }: Guests,
  accounts: Pick<Accounts, 'planLimits'>,
  session: BrowserSession | undefined,
): Sender | undefined {
  if (session !== undefined) {
    const { maxFileBytes } = accounts.planLimits(session.caller.plan);
    return { session, maxFiles: contractLimits.uploadBatch, maxFileBytes };
  }
  return limits.isOn ? { session, maxFiles: limits.maxFiles, maxFileBytes: limits.maxFileBytes } : undefined;
}

/** The form works without the client script unless a captcha is on; a signed-in user needs no captcha. */
export function renderUploadPage(
  deps: PageDeps,
  sender: Sender | undefined,
  problem?: { readonly status: number; readonly text: string },
): PageContent {
  const { baseUrl, guests } = deps;
  const options = {
    title: t('Send files'),
    basePath: baseUrl.path,
    wide: true,
    user: sender?.session,
    style: uploadPageCss,
  };
  if (sender === undefined)
    return { options: { ...options, status: 403 }, content: <OffCard basePath={baseUrl.path} /> };
  const embedded = sender.session === undefined ? guests.captcha.service?.embedded : undefined;
  return {
    options: { ...options, status: problem?.status ?? 200, scripts: [script.path], embedded },
    content: <UploadCard {...deps} sender={sender} problem={problem?.text} />,
  };
}

function OffCard({ basePath }: { readonly basePath: string }) {
  return (
    <section class="card">
      <h1>{t('Send files')}</h1>
      <p>{t('This server does not accept uploads without an account. Sign in to upload to your drive.')}</p>
      <p class="actions">
        <a class="button" href={`${basePath}/sign-in?next=%2Fupload`}>
          {t('Sign in')}
        </a>
      </p>
    </section>
  );
}

interface UploadCardProps extends PageDeps {
  readonly sender: Sender;
  readonly problem: string | undefined;
  /** Whether the page has a title of its own. */
  readonly isPart?: boolean;
}

function UploadCard({ baseUrl, guests, sender, problem, isPart = false }: UploadCardProps) {
  const { captcha, retentionDays } = guests;
  const { session, maxFiles, maxFileBytes } = sender;
  const basePath = baseUrl.path;
  const isGuest = session === undefined;
  const size = humanSize(maxFileBytes);
  const needsScript = isGuest && guests.needsScript;
  const { service, solver } = isGuest ? captcha : { service: undefined, solver: undefined };
  return (
    <section class="card">
      {isPart ? <h2>{t('Send files')}</h2> : <h1>{t('Send files')}</h1>}
      <p>
        {maxFiles === 1
          ? t('One file of at most {size}.', { size })
          : t('Up to {n} files of at most {size} each.', { n: maxFiles, size })}{' '}
        {t(isGuest ? 'You need no account.' : 'They are stored in your drive.')}{' '}
        {t('Each file gets a link; anyone with the link can download the file.')}
        {isGuest && retentionDays > 0 && <> {t('Files are deleted after {count} days.', { count: retentionDays })}</>}
      </p>
      {problem !== undefined && <Notice kind="bad">{translateMessage(problem)}</Notice>}
      {needsScript && (
        <noscript>
          <p class="notice bad">
            {t('This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.')}
          </p>
        </noscript>
      )}
      <p id="problem" class="notice bad" role="alert" hidden></p>
      <form
        id="upload"
        method="post"
        action={`${basePath}${formPath}`}
        enctype="multipart/form-data"
        hidden={needsScript}
        data-api={`${basePath}${isGuest ? '/api/public' : '/api'}`}
        data-xsrf={session?.xsrfToken}
        data-max-files={String(maxFiles)}
        data-max-bytes={String(maxFileBytes)}
        data-max-size={size}
        data-sender={`${basePath}${sendingScript.path}`}
        data-resumable-from={String(contractLimits.resumableFromBytes)}
        data-solver={solver && `${basePath}${solver.path}`}
        data-captcha-field={service?.field}
        data-texts={scriptTexts()}
      >
        {!isGuest && <input type="hidden" name="xsrf" value={session.xsrfToken} />}
        <div class="field">
          <label for="files">{t(maxFiles === 1 ? 'File' : 'Files')}</label>
          <FileInput multiple={maxFiles > 1} />
          <p id="drop-hint" class="hint" hidden>
            {t(maxFiles === 1 ? 'Or drop it anywhere on this page.' : 'Or drop them anywhere on this page.')}
          </p>
        </div>
        <label class="check">
          <input type="checkbox" name="publicListing" value="true" />
          <span>{t('Make them public and allow search engines')}</span>
        </label>
        {service !== undefined && <div class={`captcha ${service.className}`} data-sitekey={captcha.siteKey}></div>}
        <button class="button full" type="submit">
          {t('Upload')}
        </button>
      </form>
      <ol id="progress" class="uploads" hidden></ol>
      <p id="status" role="status" class="muted" tabindex={-1}></p>
      <p id="after" class="actions" hidden>
        <button id="copy-all" class="button" type="button">
          {t('Copy all links')}
        </button>
        <a class="button plain" href={`${basePath}/upload`}>
          {t('Send more')}
        </a>
      </p>
    </section>
  );
}

/** Shows the links of the files that the form has uploaded. */
function renderLinks(
  basePath: string,
  files: readonly UploadedFile[],
  session: BrowserSession | undefined,
): PageContent {
  const title = t(
    files.length === 0 ? 'Nothing there' : files.length === 1 ? 'Your file is uploaded' : 'Your files are uploaded',
  );
  return {
    options: {
      title,
      basePath,
      wide: true,
      user: session,
      style: uploadPageCss,
      status: files.length === 0 ? 404 : 200,
    },
    content: (
      <section class="card">
        <h1>{title}</h1>
        {files.length === 0 ? (
          <p>{t('There is no upload at this URL, or its files were deleted.')}</p>
        ) : (
          <>
            <p>
              {t('Anyone with a link can download the file.')}{' '}
              {t(
                session === undefined
                  ? 'Save the links: they cannot be looked up later.'
                  : 'Your drive lists the files that you sent while signed in.',
              )}
            </p>
            <ol class="uploads">
              {files.map(({ name, sizeBytes, shortUrl }) => (
                <li>
                  <strong>{name}</strong> <span class="muted">{humanSize(sizeBytes)}</span>
                  <a href={shortUrl}>{shortUrl}</a>
                </li>
              ))}
            </ol>
          </>
        )}
        <p class="actions">
          <a class="button plain" href={`${basePath}/upload`}>
            {t(files.length === 0 ? 'Send files' : 'Send more')}
          </a>
        </p>
      </section>
    ),
  };
}
