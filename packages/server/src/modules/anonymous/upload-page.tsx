import { limits as contractLimits } from '@drive/contract';
import type { Child } from 'hono/jsx';
import type { Asset } from '../../pages/assets.ts';
import { Notice } from '../../pages/form.tsx';
import { humanSize } from '../../pages/human-size.ts';
import type { PageOptions } from '../../pages/layout.tsx';
import type { CaptchaProvider } from './captcha/create-captcha.ts';
import { captchaServices } from './captcha/services.ts';
import { formPath } from './form-route.tsx';
import type { AnonymousLimits } from './uploading.ts';

export interface UploadPageDeps {
  readonly basePath: string;
  readonly limits: AnonymousLimits;
  readonly captcha: { readonly provider: CaptchaProvider; readonly siteKey: string | undefined };
  /** 0: kept. */
  readonly retentionDays: number;
  /** Mounted by whom it belongs to. */
  readonly sendingScript: Asset;
  readonly scripts: { readonly upload: Asset; readonly altcha: Asset };
}

export interface PageContent {
  readonly shape: PageOptions;
  readonly content: Child;
}

/** Works as a plain form; the script takes over where there is one, and has to where a captcha is on. */
export function uploadPage(deps: UploadPageDeps, problem?: { readonly status: number; readonly text: string }) {
  const { basePath, limits, captcha, scripts } = deps;
  const service = captcha.provider === 'turnstile' || captcha.provider === 'hcaptcha' ? captcha.provider : undefined;
  const shape: PageOptions = {
    title: 'Send files',
    basePath,
    wide: true,
    status: problem?.status ?? 200,
    ...(limits.isOn
      ? {
          scripts: [scripts.upload.path],
          embedded: service === undefined ? undefined : captchaServices[service].embedded,
        }
      : {}),
  };
  return { shape, content: limits.isOn ? <UploadCard {...deps} problem={problem?.text} /> : <OffCard /> };
}

function OffCard() {
  return (
    <section class="card">
      <h1>Send files</h1>
      <p>This server takes no uploads without an account.</p>
    </section>
  );
}

function UploadCard(props: UploadPageDeps & { readonly problem: string | undefined }) {
  const { basePath, limits, captcha, scripts, sendingScript, retentionDays, problem } = props;
  const needsScript = captcha.provider !== 'none';
  const service =
    captcha.provider === 'turnstile' || captcha.provider === 'hcaptcha' ? captchaServices[captcha.provider] : undefined;
  return (
    <section class="card">
      <h1>Send files</h1>
      <p>
        {limits.maxFiles === 1 ? 'One file' : `Up to ${limits.maxFiles} files`} of at most{' '}
        {humanSize(limits.maxFileBytes)} each, without an account. Each gets a link, and whoever has the link has the
        file.
        {retentionDays > 0 && ` Files are deleted after ${retentionDays === 1 ? 'a day' : `${retentionDays} days`}.`}
      </p>
      {problem !== undefined && <Notice kind="bad">{problem}</Notice>}
      {needsScript && (
        <noscript>
          <p class="notice bad">
            This server asks for proof that you are no program, and that needs JavaScript. Allow it for this page and
            load the page again.
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
        data-solver={captcha.provider === 'altcha' ? `${basePath}${scripts.altcha.path}` : undefined}
        data-captcha-field={service?.field}
      >
        <div class="field">
          <label for="files">{limits.maxFiles === 1 ? 'File' : 'Files'}</label>
          <input id="files" type="file" name="files" multiple={limits.maxFiles > 1} required />
        </div>
        <label class="check">
          <input type="checkbox" name="publicListing" value="true" />
          <span>Let everybody find them, search engines too</span>
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
