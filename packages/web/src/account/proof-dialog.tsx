import { isDriveError } from '@drive/sdk';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { Dialog, FormActions } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { OtherProofs } from './other-proofs.tsx';

interface ProofDialogProps {
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** Asks again who uses an old session: for the password, a passkey, or a confirmation of the issuer of single sign-on. */
export default function ProofDialog({ onProven, onClose }: ProofDialogProps) {
  const { account } = useMessages();
  const { proof, password, totp } = account;
  const [needsCode, setNeedsCode] = useState(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { password: '', totp: '' },
  });
  const send = useSubmit(
    setError,
    ['password'],
    needsCode ? { field: 'totp', text: totp.codeWrong } : { field: 'password', text: password.wrong },
  );
  // The field for the code is where the user goes on to type.
  useEffect(() => {
    if (needsCode) setFocus('totp');
  }, [needsCode, setFocus]);
  const onSubmit = handleSubmit(async (typed) => {
    await send(() =>
      client.auth
        .reauthenticate({ password: typed.password, totp: needsCode ? typed.totp : null })
        .then(onProven, (error: unknown) => {
          if (!isDriveError(error, 'totp_required')) throw error;
          setNeedsCode(true);
        }),
    );
  });
  const { ref, ...code } = register('totp', { validate: (typed) => !needsCode || typed !== '' || totp.codeNeeded });
  return (
    <Dialog title={proof.title} description={proof.text} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void onSubmit(event)}>
        <OtherProofs onProven={onProven} onError={(error) => void send(() => Promise.reject(error))} />
        <PasswordField
          field={register('password', { required: password.needed })}
          label={totp.password}
          error={formState.errors.password?.message}
          autoComplete="current-password"
        />
        {needsCode && (
          <TextField
            {...code}
            inputRef={ref}
            label={totp.code}
            error={formState.errors.totp?.message}
            autoComplete="one-time-code"
            maxLength={40}
          />
        )}
        <FormError message={formState.errors.root?.message} />
        <FormActions submit={proof.confirm} disabled={formState.isSubmitting} onClose={onClose} />
      </form>
    </Dialog>
  );
}
