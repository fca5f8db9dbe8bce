import type { Context } from 'hono';
import { Field } from '../../pages/form.tsx';
import { cardPage, type PagesDeps, type RefusedForm } from './account-forms.tsx';

export interface CodeForm {
  /** That the password was right. */
  readonly step: string;
  readonly next: string;
}

/** The second page of signing in, for accounts that ask for a code. */
export function showCodePage(
  context: Context,
  { basePath }: Pick<PagesDeps, 'basePath'>,
  { step, next }: CodeForm,
  refused?: RefusedForm,
): Promise<Response> {
  return cardPage(
    context,
    { title: 'Type your code', basePath, status: refused?.status ?? 200 },
    <form method="post" action={`${basePath}/sign-in/code`}>
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="next" value={next} />
      <p class="muted">Open your authenticator and type the six digits it shows for this Drive.</p>
      <Field
        name="code"
        label="Code"
        class="code"
        autocomplete="one-time-code"
        maxlength={40}
        hint="No authenticator at hand? Type one of your recovery codes."
        error={refused?.errors['code'] ?? refused?.errors['']}
        autofocus
      />
      <button class="button full" type="submit">
        Sign in
      </button>
    </form>,
    <a href={`${basePath}/sign-in?next=${encodeURIComponent(next)}`}>Begin again</a>,
  );
}
