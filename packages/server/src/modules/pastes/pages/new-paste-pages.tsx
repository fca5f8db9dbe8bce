import { errorStatus, limits, NewPaste } from '@drive/contract';
import type { Context } from 'hono';
import { refusalPage } from '../../../pages/refusal-pages.tsx';
import { mountAsset, type Asset } from '../../../pages/assets.ts';
import { pageResponse } from '../../../pages/layout.tsx';
import { seeOther } from '../../../pages/own-path.ts';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import { exchangeOf, readForm, type FormFields, type Router } from '../../../platform/http/index.ts';
import type { Accounts, BrowserSession } from '../../accounts/index.ts';
import type { Guests } from '../../anonymous/index.ts';
import { pasteUrl, type OwnPastes, type PasteMaker } from '../own-pastes.ts';
import type { PasteReading } from '../reading.ts';
import { refusals } from './closed-by.ts';
import { AccountNeededCard, NewPasteCard, PasteMadeCard, type TypedPaste } from './new-paste-page.tsx';
import { pasteCss } from './paste-css.ts';

export interface NewPastePagesDeps {
  readonly own: OwnPastes;
  readonly reading: PasteReading;
  readonly accounts: Accounts;
  readonly guests: Guests;
  /** Has the challenge of this server solved before the form goes out. */
  readonly captchaScript: Asset;
  /** The path of the base URL without a slash at the end. */
  readonly basePath: string;
  readonly config: { readonly baseUrl: string; readonly maxExpiryDays: number };
}

/** What is shown on the page again, with what was typed, rather than as an error of its own. */
const mended = new Set([
  'validation_failed',
  'password_too_long',
  'payload_too_large',
  'storage_quota_exceeded',
  'captcha_failed',
  'too_many_requests',
  'authentication_required',
]);

/** The form that makes a paste, for everybody who may. */
export function mountNewPastePages(router: Router, deps: NewPastePagesDeps): void {
  const { own, reading, accounts, guests, captchaScript, basePath, config } = deps;
  const { limits: guestLimits, captcha } = guests;
  mountAsset(router, captchaScript);

  const show = (context: Context, visitor: BrowserSession | undefined, problem?: DomainError, typed?: TypedPaste) => {
    if (problem?.retryAfterSeconds !== undefined) context.header('Retry-After', String(problem.retryAfterSeconds));
    const isGuest = visitor === undefined;
    const shape = {
      title: 'Write a paste',
      basePath,
      wide: true,
      style: pasteCss,
      user: visitor,
      status: problem === undefined ? 200 : errorStatus[problem.code],
      ...(isGuest && captcha.solver !== undefined ? { scripts: [captchaScript.path] } : {}),
      ...(isGuest ? { embedded: captcha.service?.embedded } : {}),
    };
    if (isGuest && !guestLimits.isOn) {
      const { scripts: _none, embedded: _nobody, ...plain } = { scripts: [], embedded: undefined, ...shape };
      return pageResponse(context, { ...plain, status: 403 }, <AccountNeededCard basePath={basePath} />);
    }
    return pageResponse(
      context,
      shape,
      <NewPasteCard
        basePath={basePath}
        xsrf={visitor?.xsrfToken}
        maxExpiryDays={config.maxExpiryDays}
        captcha={captcha}
        typed={typed}
        problem={problem?.message}
      />,
    );
  };

  router.page('GET', '/paste', async (context) => show(context, await accounts.browserSessions.find(context)));

  router.page('POST', '/paste', async (context) => {
    const form = await accounts.browserSessions.readForm(context, limits.pasteBodyBytes);
    const visitor = form?.visitor;
    if (visitor === undefined && !guestLimits.isOn) return show(context, undefined);
    const fields = form?.fields ?? (await readForm(context, limits.pasteBodyBytes));
    const typed = typedIn(fields);
    try {
      if (visitor === undefined && fields('xsrf') !== '')
        throw new DomainError('authentication_required', 'You are not signed in any more. Sign in and send it again.');
      const paste = await own.create(makerOf(context, visitor, fields), pasteOf(typed, fields), nothingToRemember);
      return seeOther(context, basePath, `/paste/made?of=${paste.token}`);
    } catch (error) {
      if (!isDomainError(error) || !mended.has(error.code)) throw error;
      return show(context, visitor, error, typed);
    }
  });

  router.page('GET', '/paste/made', async (context) => {
    try {
      const visitor = await accounts.browserSessions.find(context);
      const token = context.req.query('of') ?? '';
      await reading.open(token, exchangeOf(context).clientNetwork, visitor?.caller);
      return await pageResponse(
        context,
        { title: 'Your paste is there', basePath, wide: true, style: pasteCss, user: visitor },
        <PasteMadeCard basePath={basePath} url={pasteUrl(config.baseUrl, token)} />,
      );
    } catch (error) {
      return refusalPage(context, { basePath, refusals }, error);
    }
  });

  function makerOf(context: Context, visitor: BrowserSession | undefined, fields: FormFields): PasteMaker {
    if (visitor !== undefined) return { caller: visitor.caller };
    const captchaToken = fields(captcha.service?.field ?? 'captchaToken');
    return { captchaToken, clientNetwork: exchangeOf(context).clientNetwork };
  }
}

const nothingToRemember = async (): Promise<void> => undefined;

const typedIn = (fields: FormFields): TypedPaste => ({
  // However lines ended where they were typed: browsers send every end as two characters.
  content: fields('content').replaceAll(/\r(?=\n)/g, ''),
  title: fields('title'),
  language: fields('language'),
  expiresInDays: fields('expiresInDays'),
  shareMode: fields('shareMode'),
  burnAfterReading: fields('burnAfterReading') === 'true',
});

const names: Readonly<Record<string, string>> = {
  content: 'The text',
  title: 'The title',
  language: 'The language',
  password: 'The password',
  expiresInDays: 'How long it is kept',
  shareMode: 'For whom it is',
};

function pasteOf({ content, burnAfterReading, ...rest }: TypedPaste, fields: FormFields): NewPaste {
  const { expiresInDays, ...texts } = { ...rest, password: fields('password') };
  const given = Object.entries(texts).filter(([, text]) => text !== '');
  const days = expiresInDays === '' ? {} : { expiresInDays: Number(expiresInDays) };
  const paste = NewPaste.safeParse({ content, burnAfterReading, ...days, ...Object.fromEntries(given) });
  if (paste.success) return paste.data;
  const [issue] = paste.error.issues;
  const what = names[String(issue?.path[0])] ?? 'The paste';
  throw new DomainError('validation_failed', `${what} ${issue?.message ?? 'is not valid'}.`);
}
