import { errorStatus, limits, text } from '@drive/contract';
import { Field, Notice, t, translateMessage } from '@drive/pages';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import type { FormFields } from '../../../platform/http/index.ts';

/** Messages of a redisplayed form: one for each field, one for the form. */
export interface FormErrors {
  /** HTTP status of the page. */
  readonly status: number;
  /** Messages by field name; under '' those about the complete form. */
  readonly messages: Readonly<Record<string, string>>;
}

export const noErrors: FormErrors = { status: 200, messages: {} };

/** The form errors of an error that the user can correct. Rethrows every other error. */
export function formErrorsOf(error: unknown): FormErrors {
  if (!isDomainError(error)) throw error;
  const status = errorStatus[error.code];
  switch (error.code) {
    case 'validation_failed': {
      const issues = (error.issues ?? []).map(
        ({ field, message }) => [fieldOf(field), translateMessage(asSentence(message))] as const,
      );
      return {
        status,
        messages:
          issues.length === 0 ? { '': translateMessage(error.message) } : Object.fromEntries(issues.toReversed()),
      };
    }
    case 'email_taken':
      return { status, messages: { email: translateMessage(error.message) } };
    case 'invalid_credentials':
    case 'access_denied':
    case 'too_many_requests':
    case 'unavailable':
      return { status, messages: { '': translateMessage(error.message) } };
    default:
      throw error;
  }
}

/** Forms have one password each. */
const fieldOf = (field: string): string => (field === 'newPassword' ? 'password' : field);

const asSentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

const TypedText = text(limits.comparedCharacters);

/** The text of a field. Throws `validation_failed` with `message` if it is blank. */
function requireText(fields: FormFields, name: string, message: string): string {
  const value = fields(name);
  const problem = value.trim() === '' ? message : TypedText.safeParse(value).error?.issues[0]?.message;
  if (problem === undefined) return value;
  throw new DomainError('validation_failed', problem, { issues: [{ field: name, message: problem, code: 'invalid' }] });
}

export const requireEmail = (fields: FormFields): string => requireText(fields, 'email', 'type your email address');
export const requirePassword = (fields: FormFields): string => requireText(fields, 'password', 'type your password');
export const requireCode = (fields: FormFields): string => requireText(fields, 'code', 'type the code');

export function WholeFormError({ errors }: { errors: FormErrors }) {
  const message = errors.messages[''];
  return message === undefined ? null : <Notice kind="bad">{message}</Notice>;
}

interface FieldShape {
  readonly error: string | undefined;
  readonly autofocus?: boolean;
}

export function EmailField({ value, ...shape }: FieldShape & { value: string }) {
  return (
    <Field name="email" label={t('Email address')} type="email" autocomplete="username" value={value} {...shape} />
  );
}

export function PasswordField(shape: FieldShape) {
  return <Field name="password" label={t('Password')} type="password" autocomplete="current-password" {...shape} />;
}

export function NewPasswordField(shape: FieldShape) {
  const hint = t('At least {n} characters.', { n: limits.accountPasswordMinCharacters });
  const label = t('Password');
  return <Field name="password" label={label} type="password" autocomplete="new-password" hint={hint} {...shape} />;
}

/** Shows errors about the complete form beside the code. */
export function CodeField({ errors, maxlength, hint }: { errors: FormErrors; maxlength: number; hint?: string }) {
  return (
    <Field
      name="code"
      label={t('Code')}
      class="code"
      autocomplete="one-time-code"
      maxlength={maxlength}
      {...(hint === undefined ? {} : { hint })}
      error={errors.messages['code'] ?? errors.messages['']}
      autofocus
    />
  );
}
