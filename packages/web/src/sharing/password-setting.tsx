import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { client } from '../api/client.ts';
import type { ShareFieldProps } from '../api/shares.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { useSharingMessages } from '../i18n/use-sharing-messages.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { notify } from '../ui/notices.ts';
import { TextField } from '../ui/text-field.tsx';
import { checkWith, SharePassword } from './contract.ts';

/** Whether visitors need a password. The password itself is not stored, so it is never shown again. */
export function PasswordField({ share, save }: ShareFieldProps) {
  const messages = useMessages();
  const { share: texts } = useSharingMessages();
  const { shareToken: token, passwordProtected } = share;
  const [isOpen, setIsOpen] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { password: '' } });
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
  if (!isOpen)
    return (
      <div>
        <p className="mb-1.5 text-[0.9375rem] font-semibold">{texts.password}</p>
        <div className="flex flex-wrap items-center gap-2">
          <p className="flex min-h-11 min-w-0 flex-1 basis-52 items-center gap-2 text-[0.9375rem] text-muted">
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
    <form noValidate onSubmit={(event) => void handleSubmit(({ password }) => set(password))(event)}>
      <TextField
        {...field}
        inputRef={(input) => {
          ref(input);
          if (input !== null && !formState.isDirty && !formState.isSubmitted) input.focus();
        }}
        label={texts.passwordNew}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        error={formState.errors.password?.message}
      />
      <p className="mt-1.5 text-sm text-muted">{texts.passwordHint}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button type="submit" kind="primary">
          {texts.save}
        </Button>
        <Button type="button" onClick={close}>
          {messages.app.cancel}
        </Button>
        <IconButton
          type="button"
          label={isShown ? texts.passwordHide : texts.passwordShow}
          aria-pressed={isShown}
          icon={isShown ? <EyeOff size={20} /> : <Eye size={20} />}
          onClick={() => setIsShown(!isShown)}
        />
      </div>
    </form>
  );
}
