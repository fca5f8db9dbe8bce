import { DomainError, isDomainError } from '@drive/access';
import { errorStatus, type ErrorCode } from '@drive/contract';
import type { Context } from 'hono';
import { Field } from './form.tsx';
import { KindIcon } from './kind-icon.tsx';
import { t, translateMessage, type Text } from './language.ts';
import { acceptsHtml, pageResponse } from './layout.tsx';

export interface Refusal {
  readonly title: Text;
  /** `message`: that of the error. */
  readonly text: Text | 'message';
}

export interface RefusalOptions {
  readonly basePath: string;
  /** Errors that get a page of their own; every other one is thrown again. */
  readonly refusals: Partial<Record<ErrorCode, Refusal>>;
  readonly back?: string | undefined;
}

/** Answers a browser with the page of a known refusal. Throws the error again if it has none or a program asked. */
export function refusalPage(
  context: Context,
  { basePath, refusals, back }: RefusalOptions,
  error: unknown,
): Promise<Response> {
  const refusal = isDomainError(error) ? refusals[error.code] : undefined;
  if (!isDomainError(error) || refusal === undefined || !acceptsHtml(context)) throw error;
  return pageResponse(
    context,
    { title: t(refusal.title), basePath, status: errorStatus[error.code] },
    <section class="card calm">
      <KindIcon kind="closed" />
      <h1>{t(refusal.title)}</h1>
      <p class="muted">{refusal.text === 'message' ? translateMessage(error.message) : t(refusal.text)}</p>
      {back !== undefined && (
        <a class="button plain full" href={back}>
          {t('Back to the shared items')}
        </a>
      )}
    </section>,
  );
}

/** Throws `share_locked` or the refusal if a program sent the request. Shows nothing about the item. */
export function lockedPage(
  context: Context,
  { basePath, action }: { readonly basePath: string; readonly action: string },
  refused?: DomainError,
): Promise<Response> {
  if (!acceptsHtml(context)) throw refused ?? new DomainError('share_locked', 'This link needs a password.');
  const status = refused === undefined ? 401 : errorStatus[refused.code];
  if (refused?.retryAfterSeconds !== undefined) context.header('Retry-After', String(refused.retryAfterSeconds));
  const error = refused && attemptError(refused);
  return pageResponse(
    context,
    { title: t('Password needed'), basePath, status },
    <section class="card calm">
      <KindIcon kind="lock" />
      <h1>{t('This link needs a password')}</h1>
      <p class="muted">{t('Ask the person who shared it with you for the password.')}</p>
      <form method="post" action={action}>
        <Field name="password" label={t('Password')} type="password" autocomplete="off" error={error} autofocus />
        <button class="button full" type="submit">
          {t('Open')}
        </button>
      </form>
    </section>,
  );
}

function attemptError({ code, details, retryAfterSeconds = 0 }: DomainError): string {
  if (code === 'share_password_incorrect') {
    const count = details?.['attempts_left'];
    return typeof count === 'number' ? t('Wrong password. {count} attempts left.', { count }) : t('Wrong password.');
  }
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return t('Too many attempts. Try again in {count} minutes.', { count: minutes });
}

export function errorPage(
  context: Context,
  basePath: string,
  problem: {
    readonly status: number;
    readonly title: Text;
    readonly message: string;
    /** Shown so that the request can be found in the log. */
    readonly requestId?: string | undefined;
  },
): Promise<Response> {
  return pageResponse(
    context,
    { title: t(problem.title), basePath, status: problem.status },
    <section class="card">
      <h1>{t(problem.title)}</h1>
      <p>{translateMessage(problem.message)}</p>
      {problem.requestId !== undefined && (
        <p class="muted small">
          {t('Request')} <code>{problem.requestId}</code>
        </p>
      )}
      <p>
        <a href={`${basePath}/`}>{t('Go to the start page')}</a>
      </p>
    </section>,
  );
}
