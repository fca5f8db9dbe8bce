import type { PasskeyOptions } from '@drive/sdk';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { isGivenUp } from '../shell/prove.ts';
import { FormError } from '../ui/choice-fields.tsx';
import { Dialog, FormActions } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { TextField } from '../ui/text-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface NewPasskeyDialogProps {
  /** Options that the server has given, because a browser asks for a passkey only right after a click. */
  readonly options: PasskeyOptions;
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

/** Names a new passkey, lets the browser create it, and shows the recovery codes of the first one. */
export default function NewPasskeyDialog({ options, onAdded, onClose }: NewPasskeyDialogProps) {
  const { passkeys, totp } = useMessages().account;
  const [codes, setCodes] = useState<readonly string[]>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: '' } });
  const send = useSubmit(setError, ['name']);
  const onSubmit = handleSubmit(async ({ name }) => {
    const optionsJSON = options.options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
    await send(async () => {
      const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
        if (!isGivenUp(error)) throw error;
        return undefined;
      });
      if (response === undefined) return onClose();
      const { recoveryCodes } = await client.auth.passkeys.register({
        name,
        response: { ...response, response: { ...response.response }, clientExtensionResults: {} },
      });
      notify({ text: passkeys.added });
      onAdded();
      if (recoveryCodes === null) onClose();
      else setCodes(recoveryCodes);
    });
  });
  if (codes !== undefined)
    return (
      <Dialog title={totp.codesTitle} description={totp.codesText} staysOpen onClose={onClose}>
        <RecoveryCodes codes={codes} onKept={onClose} />
      </Dialog>
    );
  const { ref, ...field } = register('name', { validate: (typed) => typed.trim() !== '' || passkeys.nameNeeded });
  return (
    <Dialog title={passkeys.add} description={passkeys.addText} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void onSubmit(event)}>
        <TextField
          {...field}
          inputRef={ref}
          label={passkeys.name}
          hint={passkeys.nameHint}
          error={formState.errors.name?.message}
          maxLength={80}
          autoComplete="off"
        />
        <FormError message={formState.errors.root?.message} />
        <FormActions submit={passkeys.create} disabled={formState.isSubmitting} onClose={onClose} />
      </form>
    </Dialog>
  );
}
