import type { BaseUrl } from '@drive/base';
import { errorStatus, limits, NewPaste } from '@drive/contract';
import { mountAsset, pageResponse, readClientScript, refusalPage, seeOther, t } from '@drive/pages';
import type { Context } from 'hono';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import {
  exchangeOf,
  type FormFields,
  pageQuery,
  pageText,
  readForm,
  type Router,
} from '../../../platform/http/index.ts';
import type { Accounts, BrowserSession } from '../../accounts/index.ts';
import type { Guests } from '../../guests/index.ts';
import { linkRefusals } from '../../links/index.ts';
import { pasteUrls, type PasteAuthor } from '../paste-owner.ts';
import type { PasteServices } from '../paste-routes.ts';
import { AccountNeededCard, NewPasteCard, PasteCreatedCard, type TypedPaste } from './new-paste-card.tsx';
import { pasteCss } from './paste-css.ts';

/** Solves the challenge of this server before the form is submitted. */
const captchaScript = readClientScript('paste', import.meta.url);

/** Errors shown on the form, which is redisplayed with the typed text. */
const formErrors = new Set([
  'validation_failed',
  'password_too_long',
  'payload_too_large',
  'storage_quota_exceeded',
  'captcha_failed',
  'too_many_requests',
  'authentication_required',
]);

const createdQuery = pageQuery({ of: pageText(limits.codeCharacters) });

/** Mounts the form that creates a paste, for users and, if the server admits them, for guests. */
export function mountNewPastePage(
  router: Router,
  {
    owner,
    visitor,
    accounts,
    guests,
    baseUrl,
    config,
  }: Pick<PasteServices, 'owner' | 'visitor'> & {
    readonly accounts: Accounts;
    readonly guests: Guests;
    readonly baseUrl: BaseUrl;
    readonly config: { readonly maxExpiryDays: number };
  },
): void {
  const basePath = baseUrl.path;
  const { limits: guestLimits, captcha } = guests;
  mountAsset(router, captchaScript);

  const show = (context: Context, session: BrowserSession | undefined, problem?: DomainError, typed?: TypedPaste) => {
    if (problem?.retryAfterSeconds !== undefined) context.header('Retry-After', String(problem.retryAfterSeconds));
    const isGuest = session === undefined;
    const status = problem === undefined ? 200 : errorStatus[problem.code];
    const options = { title: t('Write a paste'), basePath, wide: true, style: pasteCss, user: session, status };
    if (isGuest && !guestLimits.isOn)
      return pageResponse(context, { ...options, status: 403 }, <AccountNeededCard basePath={basePath} />);
    return pageResponse(
      context,
      {
        ...options,
        ...(isGuest && captcha.solver !== undefined ? { scripts: [captchaScript.path] } : {}),
        ...(isGuest ? { embedded: captcha.service?.embedded } : {}),
      },
      <NewPasteCard
        basePath={basePath}
        xsrf={session?.xsrfToken}
        maxExpiryDays={config.maxExpiryDays}
        captcha={captcha}
        typed={typed}
        problem={problem?.message}
      />,
    );
  };

  router.page('GET', '/paste', async (context) => show(context, await accounts.browserSessions.find(context)));

  router.page('POST', '/paste', async (context) => {
    const form = await accounts.browserSessions.readForm(context, { maxBytes: limits.pasteBodyBytes });
    const session = form?.visitor;
    if (session === undefined && !guestLimits.isOn) return show(context, undefined);
    const fields = form?.fields ?? (await readForm(context, limits.pasteBodyBytes));
    const typed = typedIn(fields);
    try {
      if (session === undefined && fields('xsrf') !== '')
        throw new DomainError('authentication_required', 'You are no longer signed in. Sign in and send it again.');
      const paste = await owner.create(authorOf(context, session, fields), pasteOf(typed, fields), nothingToRemember);
      return seeOther(context, basePath, `/paste/made?of=${paste.token}`);
    } catch (error) {
      if (!isDomainError(error) || !formErrors.has(error.code)) throw error;
      return show(context, session, error, typed);
    }
  });

  router.page('GET', '/paste/made', async (context) => {
    try {
      const session = await accounts.browserSessions.find(context);
      const token = createdQuery.of(context).of ?? '';
      await visitor.open(token, exchangeOf(context).clientNetwork, session?.caller);
      return await pageResponse(
        context,
        { title: t('Your paste is saved'), basePath, wide: true, style: pasteCss, user: session },
        <PasteCreatedCard basePath={basePath} url={pasteUrls(baseUrl, token).url} />,
      );
    } catch (error) {
      return refusalPage(context, { basePath, refusals: linkRefusals.paste }, error);
    }
  });

  function authorOf(context: Context, session: BrowserSession | undefined, fields: FormFields): PasteAuthor {
    if (session !== undefined) return { caller: session.caller };
    const captchaToken = fields(captcha.service?.field ?? 'captchaToken');
    return { captchaToken, clientNetwork: exchangeOf(context).clientNetwork };
  }
}

const nothingToRemember = async (): Promise<void> => undefined;

const typedIn = (fields: FormFields): TypedPaste => ({
  // Browsers submit every line break as two characters.
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
  expiresInDays: 'Expiry',
  shareMode: 'Visibility',
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
