import { Field } from './form.tsx';
import { KindIcon } from './kind-icon.tsx';

/** Asks for the password; tells nothing of what is behind it. */
export function LockedPage({ action, error }: { action: string; error?: string | undefined }) {
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
