import { limits as contractLimits } from '@drive/contract';
import { mountAsset, readClientScript, readSendingScript } from '../../pages/assets.ts';
import { Notice } from '../../pages/form.tsx';
import { humanSize } from '../../pages/human-size.ts';
import { pageResponse } from '../../pages/layout.tsx';
import type { PageContent } from '../../pages/upload-form.tsx';
import type { BaseUrl } from '../../platform/base-url.ts';
import type { Database } from '../../platform/db/index.ts';
import { isDomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Shares } from '../shares/index.ts';
import type { CaptchaConfig, CaptchaOnPage } from './captcha/captcha.ts';
import type { AnonymousLimits } from './guest-uploads.ts';

export interface UploadPageDeps {
  readonly baseUrl: BaseUrl;
  readonly limits: AnonymousLimits;
  readonly captcha: CaptchaOnPage;
  readonly config: CaptchaConfig;
  /** 0: kept without limit. */
  readonly retentionDays: number;
}

const script = readClientScript('upload', import.meta.url);
const sendingScript = readSendingScript();

/** Target of the page's form without a script. It receives bytes, so it is below `/files`. */
export const formPath = '/files/upload-form';

interface UploadedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly shortUrl: string;
}

export function mountUploadPages(
  router: Router,
  page: UploadPageDeps,
  { database, accounts, shares }: { readonly database: Database; readonly accounts: Accounts; readonly shares: Shares },
): void {
  const { baseUrl, limits } = page;
  mountAsset(router, script);

  router.page('GET', '/upload', (context) => {
    const { options, content } = renderUploadPage(page, limits.isOn ? undefined : { status: 403, text: '' });
    return pageResponse(context, options, content);
  });

  router.page('GET', '/upload/links', async (context) => {
    const tokens = (context.req.query('of') ?? '').split('.').slice(0, limits.maxFiles);
    const files: UploadedFile[] = [];
    for (const token of tokens) {
      const file = await findUpload(token);
      if (file !== undefined) files.push(file);
    }
    const { options, content } = renderLinks(baseUrl.path, files);
    return pageResponse(context, options, content);
  });

  /** Finds an upload of a guest; shares of users are shown on their own page only. */
  async function findUpload(token: string): Promise<UploadedFile | undefined> {
    const share = await shares.findOpenShare(database.reader, { token }).catch((error: unknown) => {
      if (isDomainError(error, 'file_quarantined')) return undefined;
      throw error;
    });
    if (share?.kind !== 'file' || !(await accounts.isAnonymous(database.reader, share.ownerId))) return undefined;
    const { name, sizeBytes } = share.item;
    return { name, sizeBytes, shortUrl: baseUrl.link(`/s/${share.shortCode}`) };
  }
}

/** The upload page with its form, which the client script takes over. With a captcha it requires the script. */
export function renderUploadPage(
  page: UploadPageDeps,
  problem?: { readonly status: number; readonly text: string },
): PageContent {
  const { baseUrl, limits, captcha } = page;
  return {
    options: {
      title: 'Send files',
      basePath: baseUrl.path,
      wide: true,
      status: problem?.status ?? 200,
      ...(limits.isOn ? { scripts: [script.path], embedded: captcha.service?.embedded } : {}),
    },
    content: limits.isOn ? <UploadCard {...page} problem={problem?.text} /> : <OffCard />,
  };
}

function OffCard() {
  return (
    <section class="card">
      <h1>Send files</h1>
      <p>This server does not accept uploads without an account.</p>
    </section>
  );
}

function UploadCard(props: UploadPageDeps & { readonly problem: string | undefined }) {
  const { baseUrl, limits, captcha, config, retentionDays, problem } = props;
  const basePath = baseUrl.path;
  const needsScript = config.provider !== 'none';
  const { service, solver } = captcha;
  return (
    <section class="card">
      <h1>Send files</h1>
      <p>
        {limits.maxFiles === 1 ? 'One file' : `Up to ${limits.maxFiles} files`} of at most{' '}
        {humanSize(limits.maxFileBytes)} each, without an account. Each file gets a link; anyone with the link can
        download the file.
        {retentionDays > 0 && ` Files are deleted after ${retentionDays === 1 ? 'a day' : `${retentionDays} days`}.`}
      </p>
      {problem !== undefined && <Notice kind="bad">{problem}</Notice>}
      {needsScript && (
        <noscript>
          <p class="notice bad">
            This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.
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
        data-api={`${basePath}/api/public`}
        data-max-files={String(limits.maxFiles)}
        data-max-bytes={String(limits.maxFileBytes)}
        data-max-size={humanSize(limits.maxFileBytes)}
        data-sender={`${basePath}${sendingScript.path}`}
        data-resumable-from={String(contractLimits.resumableFromBytes)}
        data-solver={solver && `${basePath}${solver.path}`}
        data-captcha-field={service?.field}
      >
        <div class="field">
          <label for="files">{limits.maxFiles === 1 ? 'File' : 'Files'}</label>
          <input id="files" type="file" name="files" multiple={limits.maxFiles > 1} required />
        </div>
        <label class="check">
          <input type="checkbox" name="publicListing" value="true" />
          <span>Make them public and allow search engines</span>
        </label>
        {service !== undefined && <div class={`captcha ${service.className}`} data-sitekey={captcha.siteKey}></div>}
        <button class="button full" type="submit">
          Upload
        </button>
      </form>
      <ol id="progress" class="uploads" hidden></ol>
      <p id="status" role="status" class="muted" tabindex={-1}></p>
      <p id="after" class="actions" hidden>
        <button id="copy-all" class="button" type="button">
          Copy all links
        </button>
        <a class="button plain" href={`${basePath}/upload`}>
          Send more
        </a>
      </p>
    </section>
  );
}

/** Shows the links of the files that the form has uploaded. */
function renderLinks(basePath: string, files: readonly UploadedFile[]): PageContent {
  const title =
    files.length === 0 ? 'Nothing there' : files.length === 1 ? 'Your file is uploaded' : 'Your files are uploaded';
  return {
    options: { title, basePath, wide: true, status: files.length === 0 ? 404 : 200 },
    content: (
      <section class="card">
        <h1>{title}</h1>
        {files.length === 0 ? (
          <p>There is no upload at this URL, or its files were deleted.</p>
        ) : (
          <>
            <p>Anyone with a link can download the file. Save the links: they cannot be looked up later.</p>
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
            Send {files.length === 0 ? 'files' : 'more'}
          </a>
        </p>
      </section>
    ),
  };
}
