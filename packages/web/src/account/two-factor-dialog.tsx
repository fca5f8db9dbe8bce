import type { TotpEnrolment } from '@drive/sdk';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, DialogActions, FormActions } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { TextField } from '../ui/text-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Turns two-factor authentication on: the password, a QR code and a code to confirm it, then the recovery codes. */
export default function TwoFactorDialog({ onClose }: { readonly onClose: () => void }) {
  const { totp } = useMessages().account;
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isConfirming, setConfirming] = useState(false);
  if (codes !== undefined)
    return (
      <Dialog title={totp.codesTitle} description={totp.codesText} staysOpen onClose={onClose}>
        <RecoveryCodes
          codes={codes}
          onKept={() => {
            notify({ text: totp.isOn });
            onClose();
          }}
        />
      </Dialog>
    );
  return (
    <Dialog
      title={totp.title}
      description={enrolment === undefined ? totp.passwordText : totp.scan}
      staysOpen={isConfirming}
      onClose={onClose}
    >
      {enrolment === undefined ? (
        <PasswordStep onDone={setEnrolment} onClose={onClose} />
      ) : (
        <CodeStep enrolment={enrolment} onConfirming={setConfirming} onDone={setCodes} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface StepProps<Result> {
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
}

function PasswordStep({ onDone, onClose }: StepProps<TotpEnrolment>) {
  const { account } = useMessages();
  const { totp, password } = account;
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const send = useSubmit(setError, ['password'], { field: 'password', text: password.wrong });
  const onSubmit = handleSubmit(async (typed) => {
    await send(async () => onDone(await client.auth.totp.enroll(typed.password)));
  });
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void onSubmit(event)}>
      <PasswordField
        field={register('password', { required: password.needed })}
        label={totp.password}
        error={formState.errors.password?.message}
        autoComplete="current-password"
      />
      <FormError message={formState.errors.root?.message} />
      <FormActions submit={totp.next} disabled={formState.isSubmitting} onClose={onClose} />
    </form>
  );
}

function CodeStep({
  enrolment: { otpauthUrl, secret },
  onConfirming,
  onDone,
  onClose,
}: StepProps<readonly string[]> & {
  readonly enrolment: TotpEnrolment;
  /** Called with true while the server checks the code: its response has the recovery codes. */
  readonly onConfirming: (isConfirming: boolean) => void;
}) {
  const { account, app } = useMessages();
  const { totp } = account;
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { code: '' } });
  // The button that had the focus is gone.
  useEffect(() => setFocus('code'), [setFocus]);
  const send = useSubmit(setError, ['code'], { field: 'code', text: totp.codeWrong });
  const { ref, ...field } = register('code', {
    validate: (typed) => /^\s*\d{3}\s*\d{3}\s*$/.test(typed) || totp.codeNeeded,
  });
  const onSubmit = handleSubmit(async ({ code }) => {
    onConfirming(true);
    await send(async () => onDone((await client.auth.totp.confirm(code.replaceAll(/\s/g, ''))).recoveryCodes));
    onConfirming(false);
  });
  return (
    <form noValidate className="min-h-0 space-y-4 overflow-y-auto" onSubmit={(event) => void onSubmit(event)}>
      <QrCode text={otpauthUrl} label={totp.qr} className="mx-auto size-48 rounded-xl border border-line" />
      <CopyField label={totp.secret} value={secret} />
      <TextField
        {...field}
        inputRef={ref}
        label={totp.code}
        error={formState.errors.code?.message}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
      <FormError message={formState.errors.root?.message} />
      <DialogActions>
        <Button type="button" disabled={formState.isSubmitting} onClick={onClose}>
          {app.cancel}
        </Button>
        <Button type="submit" kind="primary" disabled={formState.isSubmitting}>
          {totp.turnOn}
        </Button>
      </DialogActions>
    </form>
  );
}
