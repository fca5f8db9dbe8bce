import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import Eye from 'virtual:lucide/eye';
import EyeOff from 'virtual:lucide/eye-off';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from './button.tsx';
import { TextField } from './text-field.tsx';

interface PasswordFieldProps {
  readonly field: UseFormRegisterReturn;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A field for a password, which the user can show. */
export function PasswordField({ field: { ref, ...field }, label, hint, error, autoComplete }: PasswordFieldProps) {
  const { app } = useMessages();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      inputRef={ref}
      label={label}
      hint={hint}
      error={error}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      end={
        <IconButton
          type="button"
          label={isShown ? app.hidePassword : app.showPassword}
          icon={isShown ? <EyeOff size={18} /> : <Eye size={18} />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
