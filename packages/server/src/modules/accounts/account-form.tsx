import { limits } from '@drive/contract';
import { Field } from '../../pages/form.tsx';
import { WholeFormError, type FormErrors } from './account-forms.tsx';

export function NewPasswordField({ error, autofocus }: { error: string | undefined; autofocus?: boolean }) {
  return (
    <Field
      name="password"
      label="Password"
      type="password"
      autocomplete="new-password"
      hint={`At least ${limits.accountPasswordMinCharacters} characters.`}
      error={error}
      autofocus={autofocus ?? false}
    />
  );
}

export interface AccountFormShape {
  readonly action: string;
  readonly submit: string;
  /** What proves that this account may be made, as a hidden field. */
  readonly proof?: { readonly name: string; readonly value: string } | undefined;
  readonly email: string;
  readonly name: string;
  readonly errors: FormErrors;
}

/** The form that makes an account: for the first administrator and for everybody after. */
export function AccountForm({ action, submit, proof, email, name, errors }: AccountFormShape) {
  return (
    <>
      <WholeFormError errors={errors} />
      <form method="post" action={action}>
        {proof !== undefined && <input type="hidden" name={proof.name} value={proof.value} />}
        <Field
          name="email"
          label="Email address"
          type="email"
          autocomplete="username"
          value={email}
          error={errors['email']}
          autofocus={email === ''}
        />
        <Field
          name="name"
          label="Name (optional)"
          autocomplete="name"
          value={name}
          error={errors['name']}
          required={false}
          maxlength={200}
        />
        <NewPasswordField error={errors['password']} autofocus={email !== ''} />
        <button class="button full" type="submit">
          {submit}
        </button>
      </form>
    </>
  );
}
