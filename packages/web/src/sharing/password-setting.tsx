import { useState } from 'react';
import { useForm } from 'react-hook-form';
import Lock from 'virtual:lucide/lock';
import LockOpen from 'virtual:lucide/lock-open';
import { client } from '../api/client.ts';
import { checkWith, SharePassword } from '../api/contract.ts';
import type { ShareFieldProps } from '../api/shares.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notices.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { useSavedForm } from './unsaved-forms.ts';

/** Whether visitors need a password. The password itself is not stored, so it is never shown again. */
export function PasswordSetting({ share, save }: ShareFieldProps) {
  const messages = useMessages();
  const { share: texts } = useMessages().sharing;
  const { shareToken: token, passwordProtected } = share;
  const [isOpen, setIsOpen] = useState(false);
  const form = useForm({ defaultValues: { password: '' } });
  const { register, reset, formState } = form;
  const { ref, ...field } = register('password', { validate: checkWith(SharePassword, messages) });

  const close = (): void => {
    setIsOpen(false);
    reset();
  };
  const set = (password: string | null): void =>
    save(
      { run: () => client.shares.setPassword({ token }, password) },
      {
        onSuccess: () => {
          close();
          notify({ text: password === null ? texts.passwordRemoved : texts.passwordSet });
        },
      },
    );
  const send = useSavedForm(form, ({ password }) => set(password));
  if (!isOpen)
    return (
      <div>
        <p className="mb-1.5 text-dense font-semibold">{texts.password}</p>
        <div className="flex flex-wrap items-center gap-2">
          <p className="flex min-h-11 min-w-0 flex-1 basis-52 items-center gap-2 text-body text-muted">
            {passwordProtected ? <Lock size={18} aria-hidden /> : <LockOpen size={18} aria-hidden />}
            {passwordProtected ? texts.passwordOn : texts.passwordOff}
          </p>
          <Button
            type="button"
            aria-label={`${passwordProtected ? texts.change : texts.set}: ${texts.password}`}
            onClick={() => setIsOpen(true)}
          >
            {passwordProtected ? texts.change : texts.set}
          </Button>
          {passwordProtected && (
            <Button type="button" aria-label={`${texts.remove}: ${texts.password}`} onClick={() => set(null)}>
              {texts.remove}
            </Button>
          )}
        </div>
      </div>
    );
  return (
    <form noValidate onSubmit={send}>
      <PasswordField
        field={{
          ...field,
          ref: (input: HTMLInputElement | null) => {
            ref(input);
            if (input !== null && !formState.isDirty && !formState.isSubmitted) input.focus();
          },
        }}
        label={texts.passwordNew}
        hint={texts.passwordHint}
        error={formState.errors.password?.message}
        autoComplete="new-password"
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button type="submit" kind="primary">
          {texts.save}
        </Button>
        <Button type="button" onClick={close}>
          {messages.app.cancel}
        </Button>
      </div>
    </form>
  );
}
