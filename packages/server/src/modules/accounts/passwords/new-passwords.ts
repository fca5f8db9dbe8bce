import { foldName, NewPassword } from '@drive/contract';
import type { HashRequester } from '@drive/passwords';
import { DomainError, type Issue } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { isCommonPassword } from './common-passwords.ts';

export interface NewPasswordText {
  readonly text: string;
  /** Email address of the account that gets the password. */
  readonly email: string;
  /** Name of the field in the errors. */
  readonly field: 'password' | 'newPassword';
}

export type NewPasswords = ReturnType<typeof createNewPasswords>;

/** The rules for a new password of an account, wherever it is set. */
export function createNewPasswords({ passwords, instance }: Pick<Ports, 'passwords' | 'instance'>) {
  /** Why the password is easy to guess; undefined if it is not. */
  const findGuess = (text: string, email: string): string | undefined => {
    if (isPartOf(text, email)) return 'must not be part of the email address';
    if (isPartOf(text, instance.name)) return 'must not be the name of this server';
    return isCommonPassword(text) ? 'must not be one of the most common passwords' : undefined;
  };

  return {
    findGuess,

    /** Throws `validation_failed`, with `password_too_common` as the code of a password that is guessed first. */
    hash: async ({ text, email, field }: NewPasswordText, requester: HashRequester): Promise<string> => {
      const parsed = NewPassword.safeParse(text);
      if (!parsed.success)
        throw invalidFields(parsed.error.issues.map(({ message }) => ({ field, message, code: 'invalid' })));
      const guess = findGuess(parsed.data, email);
      if (guess !== undefined) throw invalidFields([{ field, message: guess, code: 'password_too_common' }]);
      return passwords.hash(parsed.data, requester);
    },
  };
}

/** Compares without case and spaces. */
function isPartOf(password: string, known: string): boolean {
  const [part, whole] = [password, known].map((text) => foldName(text).replaceAll(/\s/gu, ''));
  return part !== undefined && part !== '' && whole !== undefined && whole.includes(part);
}

/** `validation_failed` with the first issue as its message. */
export function invalidFields(issues: readonly Issue[]): DomainError {
  const [first] = issues;
  const name = first?.field === 'newPassword' ? 'password' : (first?.field ?? 'account');
  return new DomainError('validation_failed', `The ${name} ${first?.message ?? 'is not valid'}.`, { issues });
}
