import { DriveError } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client, signInUrl } from '../api/client.ts';
import { queryClient, reloadAll } from '../api/query-client.ts';
import { sessionEnd } from '../api/session-end.ts';
import { configQuery, meQuery } from '../api/session.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { uploads } from '../uploads/uploads.ts';
import { isGivenUp, passkeyError, signInByPasskey } from './prove.ts';

/** Goes on as the same user. Nothing of one user, least of all an upload, continues for another. */
async function goOn(userId: string): Promise<void> {
  if (userId !== queryClient.getQueryData(meQuery.queryKey)?.id) return window.location.reload();
  sessionEnd.clear(true);
  await reloadAll();
  uploads.retryFailed();
}

/** The form of the dialog. It asks for a second factor once the server does. */
function useSignInAgain(email: string | undefined) {
  const { signIn } = useMessages();
  const { register, handleSubmit, getValues, setError, setFocus, formState } = useForm({
    defaultValues: { password: '', code: '' },
  });
  /** Second factors that the account has; undefined: none is asked for yet. */
  const [methods, setMethods] = useState<readonly unknown[]>();
  const needsCode = methods !== undefined;
  const canUsePasskey = useQuery(configQuery).data?.passkeys === true && methods?.includes('passkey') !== false;
  const send = useSubmit(setError, [], {
    field: needsCode ? 'code' : 'password',
    text: needsCode ? signIn.wrongCode : signIn.wrongPassword,
  });

  // The field for the code is where the user goes on to type.
  useEffect(() => {
    if (needsCode) setFocus('code');
  }, [needsCode, setFocus]);

  useEffect(() => {
    const whenBack = (): void =>
      void client.account.me().then(
        ({ id }) => goOn(id),
        () => {},
      );
    window.addEventListener('focus', whenBack);
    return () => window.removeEventListener('focus', whenBack);
  }, []);

  const onSubmit = handleSubmit(async ({ password, code }) => {
    if (email === undefined) return;
    await send(async () => {
      try {
        const { id } = await client.auth.login({ email, password, ...(needsCode ? { totp: code } : {}) });
        await goOn(id);
      } catch (error) {
        if (!(error instanceof DriveError) || error.code !== 'totp_required' || needsCode) throw error;
        const given = error.details['methods'];
        setMethods(Array.isArray(given) ? given : []);
      }
    });
  });
  const usePasskey = (): void =>
    void send(async () => {
      try {
        const { password } = getValues();
        const { id } = await signInByPasskey(needsCode && email !== undefined ? { email, password } : undefined);
        await goOn(id);
      } catch (error) {
        if (!isGivenUp(error)) throw passkeyError(error, signIn.passkeyRefused);
      }
    });

  return { canUsePasskey, formState, needsCode, onSubmit, register, usePasskey };
}

/**
 * Asks the user to sign in again, in place: what was typed, the uploads and the change that was refused stay and go on. Whoever
 * signs in without a password does so in another tab.
 */
export default function SessionEndDialog() {
  const { errors, signIn, app } = useMessages();
  const email = queryClient.getQueryData(meQuery.queryKey)?.email;
  const { canUsePasskey, formState, needsCode, onSubmit, register, usePasskey } = useSignInAgain(email);
  const { ref: codeRef, ...code } = register('code', needsCode ? { required: signIn.codeNeeded } : {});
  const elsewhere = (
    <a
      className="inline-flex min-h-11 items-center font-semibold text-accent underline"
      href={signInUrl()}
      target="_blank"
      rel="noopener"
    >
      {signIn.elsewhere}
    </a>
  );

  return (
    <Dialog title={signIn.title} description={errors.signedOutText} onClose={() => sessionEnd.clear(false)}>
      {email === undefined ? (
        elsewhere
      ) : (
        <form noValidate className="space-y-4" onSubmit={(event) => void onSubmit(event)}>
          <TextField label={signIn.email} readOnly autoComplete="username" value={email} />
          <PasswordField
            label={signIn.password}
            autoComplete="current-password"
            error={formState.errors.password?.message}
            field={register('password', { required: signIn.passwordNeeded })}
          />
          {needsCode && (
            <TextField
              label={signIn.code}
              hint={signIn.codeHint}
              autoComplete="one-time-code"
              inputMode="numeric"
              error={formState.errors.code?.message}
              {...code}
              inputRef={codeRef}
            />
          )}
          <FormError message={formState.errors.root?.message} />
          {canUsePasskey && (
            <Button type="button" className="w-full" onClick={usePasskey}>
              {signIn.passkey}
            </Button>
          )}
          {elsewhere}
          <DialogActions>
            <Button type="button" onClick={() => sessionEnd.clear(false)}>
              {app.cancel}
            </Button>
            <Button type="submit" kind="primary" disabled={formState.isSubmitting}>
              {signIn.submit}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
