import { limits } from '@drive/contract';
import { Field, Notice, scriptTexts, t, translateMessage } from '@drive/pages';
import type { CaptchaOnPage } from '../../guests/index.ts';

/** The form as it was submitted, without the password. */
export interface TypedPaste {
  readonly content: string;
  readonly title: string;
  readonly language: string;
  readonly expiresInDays: string;
  readonly shareMode: string;
  readonly burnAfterReading: boolean;
}

export interface NewPasteView {
  readonly basePath: string;
  /** undefined for a guest. */
  readonly xsrf: string | undefined;
  readonly maxExpiryDays: number;
  readonly captcha: CaptchaOnPage;
  readonly typed?: TypedPaste | undefined;
  readonly problem?: string | undefined;
}

const lives = [
  ['1', 'A day'],
  ['7', 'A week'],
  ['30', 'A month'],
  ['365', 'A year'],
] as const;

/** Works without a script unless a guest must solve a captcha. */
export function NewPasteCard(view: NewPasteView) {
  const { basePath, xsrf, captcha, typed, problem } = view;
  const { solver, service, siteKey } = xsrf === undefined ? captcha : {};
  const needsScript = solver !== undefined || service !== undefined;
  return (
    <section class="card">
      <h1>{t('Write a paste')}</h1>
      <p>
        {t('A text with a link: anyone with the link can read it.')}
        {xsrf === undefined && <> {t('Save the link: without an account, it cannot be looked up or changed later.')}</>}
      </p>
      {problem !== undefined && <Notice kind="bad">{translateMessage(problem)}</Notice>}
      {needsScript && (
        <noscript>
          <p class="notice bad">
            {t('This server checks for bots with JavaScript. Enable JavaScript for this page and reload it.')}
          </p>
        </noscript>
      )}
      <form
        id="paste"
        method="post"
        action={`${basePath}/paste`}
        hidden={solver !== undefined}
        data-solver={solver && `${basePath}${solver.path}`}
        data-challenge={solver && `${basePath}/api/public/captcha/challenge`}
        data-texts={solver && scriptTexts()}
      >
        {xsrf !== undefined && <input type="hidden" name="xsrf" value={xsrf} />}
        {solver !== undefined && <input type="hidden" name="captchaToken" />}
        <div class="field">
          <label for="paste-text">{t('Text')}</label>
          <textarea id="paste-text" name="content" class="source" required spellcheck={false} wrap="off">
            {`\n${typed?.content ?? ''}`}
          </textarea>
        </div>
        <Options {...view} />
        {service !== undefined && <div class={`captcha ${service.className}`} data-sitekey={siteKey}></div>}
        <button class="button full" type="submit">
          {t('Get a link')}
        </button>
        <p id="status" role="status" class="muted"></p>
      </form>
    </section>
  );
}

function Options({ typed, xsrf, maxExpiryDays }: NewPasteView) {
  const { title, language, expiresInDays = '', shareMode = 'SHARED', burnAfterReading = false } = typed ?? {};
  const modes = [
    ['SHARED', 'Anyone with the link'],
    ['PUBLIC', 'Everyone, including search engines'],
    ...(xsrf === undefined ? [] : [['PRIVATE', 'Only you'] as const]),
  ] as const;
  return (
    <>
      <div class="pair">
        <Field
          name="title"
          label={t('Title (optional)')}
          autocomplete="off"
          required={false}
          maxlength={limits.linkNameCharacters}
          value={title}
        />
        <Field
          name="language"
          label={t('Language (optional)')}
          autocomplete="off"
          required={false}
          maxlength={limits.pasteLanguageCharacters}
          value={language}
        />
        <div class="field">
          <label for="expires">{t('Keep for')}</label>
          <select id="expires" name="expiresInDays">
            <option value="">{t('No time limit')}</option>
            {lives
              .filter(([days]) => Number(days) <= maxExpiryDays)
              .map(([days, words]) => (
                <option value={days} selected={days === expiresInDays}>
                  {t(words)}
                </option>
              ))}
          </select>
        </div>
        <div class="field">
          <label for="mode">{t('For')}</label>
          <select id="mode" name="shareMode">
            {modes.map(([mode, words]) => (
              <option value={mode} selected={mode === shareMode}>
                {t(words)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Field
        name="password"
        label={t('Password (optional)')}
        type="password"
        autocomplete="new-password"
        required={false}
        hint={t('4 characters or more. Send it to readers separately from the link.')}
      />
      <label class="check">
        <input type="checkbox" name="burnAfterReading" value="true" checked={burnAfterReading} />
        <span>{t('Delete after it is read once')}</span>
      </label>
    </>
  );
}

export function AccountNeededCard({ basePath }: { basePath: string }) {
  return (
    <section class="card">
      <h1>{t('Write a paste')}</h1>
      <p>{t('Pastes on this server need an account.')}</p>
      <p class="actions">
        <a class="button" href={`${basePath}/sign-in?next=%2Fpaste`}>
          {t('Sign in')}
        </a>
      </p>
    </section>
  );
}

/** Shows the link, and nothing of the content. */
export function PasteCreatedCard({ basePath, url }: { basePath: string; url: string }) {
  return (
    <section class="card">
      <h1>{t('Your paste is saved')}</h1>
      <p>{t('Send this link to the people who should read it.')}</p>
      <p class="linkline">
        <a href={url}>{url}</a>
      </p>
      <p class="actions">
        <a class="button plain" href={`${basePath}/paste`}>
          {t('Write another')}
        </a>
      </p>
    </section>
  );
}
