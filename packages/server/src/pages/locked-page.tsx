import { errorStatus } from '@drive/contract';
import type { Context } from 'hono';
import { DomainError } from '../platform/errors.ts';
import { Field } from './form.tsx';
import { KindIcon } from './kind-icon.tsx';
import { isForPeople, pageResponse } from './layout.tsx';

/** Asks for the password; tells nothing of what is behind it. */
function LockedPage({ action, error }: { action: string; error?: string | undefined }) {
  return (
    <section class="card calm">
      <KindIcon kind="lock" />
      <h1>This link asks for a password</h1>
      <p class="muted">Whoever shared it with you can tell you the password.</p>
      <form method="post" action={action}>
        <Field name="password" label="Password" type="password" autocomplete="off" error={error} autofocus />
        <button class="button full" type="submit">
          Open
        </button>
      </form>
    </section>
  );
}

/** In place of what is locked; where an unlocking was `refused`, with why. Programs get the error itself. */
export function answerLocked(
  context: Context,
  { basePath, action }: { readonly basePath: string; readonly action: string },
  refused?: DomainError,
): Promise<Response> {
  if (!isForPeople(context)) throw refused ?? new DomainError('share_locked', 'This link asks for a password first.');
  const status = refused === undefined ? 401 : errorStatus[refused.code];
  if (refused?.retryAfterSeconds !== undefined) context.header('Retry-After', String(refused.retryAfterSeconds));
  return pageResponse(
    context,
    { title: 'Password needed', basePath, status },
    <LockedPage action={action} error={refused && whatIsWrong(refused)} />,
  );
}

function whatIsWrong({ code, retryAfterSeconds = 0 }: DomainError): string {
  if (code === 'share_password_incorrect') return 'That is not the password.';
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return `That was tried too often. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
