import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { Notice } from '../../pages/form.tsx';
import { pageResponse, type PageUser } from '../../pages/layout.tsx';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { FormFields } from '../../platform/http/index.ts';
import { errorStatus, limits, text } from '@drive/contract';
import type { Account } from './account.ts';
import type { AccountServices } from './account-services.ts';
import type { BrowserSessions } from './browser-sessions.ts';

export interface PagesDeps extends AccountServices {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The path of it, empty where there is none. */
  readonly basePath: string;
  readonly anonymousUploads: boolean;
  readonly browserSessions: BrowserSessions;
  readonly hasAccounts: () => Promise<boolean>;
  readonly getAccount: (userId: number) => Promise<Account>;
}

export interface PageLook {
  readonly title: string;
  readonly basePath: string;
  readonly status?: number;
  readonly user?: PageUser | undefined;
  readonly wide?: boolean;
}

/** One card under one heading: the shape of every page here. */
export function cardPage(context: Context, look: PageLook, card: Child, below?: Child): Promise<Response> {
  return pageResponse(
    context,
    look,
    <>
      <section class="card">
        <h1>{look.title}</h1>
        {card}
      </section>
      {below !== undefined && below !== false && <p class="below">{below}</p>}
    </>,
  );
}

/** What to say beside the fields of a form that was refused, by field; under '' about the whole. */
export type FormErrors = Readonly<Record<string, string>>;

export const noErrors: FormErrors = {};

export interface RefusedForm {
  readonly status: number;
  readonly errors: FormErrors;
}

/** What a form shows for a refusal that its user can do something about; every other error passes. */
export function refusedForm(error: unknown): RefusedForm {
  if (!isDomainError(error)) throw error;
  const status = errorStatus[error.code];
  switch (error.code) {
    case 'validation_failed': {
      const issues = (error.issues ?? []).map(({ field, message }) => [field, asSentence(message)] as const);
      return { status, errors: issues.length === 0 ? { '': error.message } : Object.fromEntries(issues.toReversed()) };
    }
    case 'email_taken':
      return { status, errors: { email: error.message } };
    case 'invalid_credentials':
    case 'access_denied':
    case 'too_many_requests':
    case 'unavailable':
      return { status, errors: { '': error.message } };
    default:
      throw error;
  }
}

const asSentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

export function WholeFormError({ errors }: { errors: FormErrors }) {
  const message = errors[''];
  return message === undefined ? null : <Notice kind="bad">{message}</Notice>;
}

/** What a person types into a field of one line. */
const Typed = text(limits.comparedCharacters);

export const requireText = (fields: FormFields, name: string, message: string): string => {
  const value = fields(name);
  const problem = value.trim() === '' ? message : Typed.safeParse(value).error?.issues[0]?.message;
  if (problem === undefined) return value;
  throw new DomainError('validation_failed', problem, { issues: [{ field: name, message: problem, code: 'invalid' }] });
};
