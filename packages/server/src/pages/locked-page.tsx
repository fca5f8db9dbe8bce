import { Field } from './form.tsx';

/** Asks for the password; tells nothing of what is behind it. */
export function LockedPage({ action, error }: { action: string; error?: string | undefined }) {
  return (
    <section class="card">
      <h1>This link asks for a password</h1>
      <p class="muted">Whoever shared it with you has it.</p>
      <form method="post" action={action}>
        <Field name="password" label="Password" type="password" autocomplete="off" error={error} autofocus />
        <button class="button full" type="submit">
          Open
        </button>
      </form>
    </section>
  );
}
