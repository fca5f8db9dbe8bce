import type { NewPaste as PasteFields } from '@drive/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { checkWith, limits, NewPaste } from '../api/contract.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { CheckField, FieldGroup, FormError, SelectField } from '../ui/choice-fields.tsx';
import { Dialog, FormActions } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextAreaField, TextField } from '../ui/text-field.tsx';

const expiries = [1, 7, 30, 90, 365];
const modes = ['SHARED', 'PUBLIC', 'PRIVATE'] as const;

const defaultValues = {
  content: '',
  title: '',
  language: '',
  expiresInDays: '',
  password: '',
  burnAfterReading: false,
  shareMode: 'SHARED' as PasteFields['shareMode'],
};

/** The fields of the request: without those that are empty. */
const fieldsOf = ({ title, language, expiresInDays, password, ...fields }: typeof defaultValues) => ({
  ...fields,
  ...(title.trim() === '' ? {} : { title }),
  ...(language.trim() === '' ? {} : { language }),
  ...(expiresInDays === '' ? {} : { expiresInDays: Number(expiresInDays) }),
  ...(password === '' ? {} : { password }),
});

interface PasteDialogProps {
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Creates a paste. */
export default function PasteDialog({ onSaved, onClose }: PasteDialogProps) {
  const messages = useMessages();
  const { pastes, share } = messages.sharing;
  const { size } = useFormats();
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues,
  });
  const { errors, isSubmitting } = formState;
  const send = useSubmit(setError, ['content', 'title', 'language', 'expiresInDays', 'password']);
  const onSubmit = handleSubmit(async (values) => {
    const isSent = await send(async () => {
      const { id } = await client.pastes.create(fieldsOf(values));
      await navigate({ to: '/shared/pastes/$pasteId', params: { pasteId: id } });
    });
    if (!isSent) return;
    onClose();
    onSaved();
  });
  const field = ({ ref, ...rest }: ReturnType<typeof register>) => ({ ...rest, inputRef: ref });
  const check = (name: keyof typeof NewPaste.shape) => ({
    validate: (text: string) => checkWith(NewPaste.shape[name], messages)(text === '' ? undefined : text),
  });
  const { ref: expiryRef, ...expiry } = register('expiresInDays');
  return (
    <Dialog wide title={pastes.create} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void onSubmit(event)}>
        <TextAreaField
          {...field(
            register('content', {
              validate: (text) => {
                if (text === '') return pastes.contentNeeded;
                return (
                  new TextEncoder().encode(text).length <= limits.pasteBytes ||
                  pastes.tooLong({ most: size(limits.pasteBytes) })
                );
              },
            }),
          )}
          label={pastes.content}
          error={errors.content?.message}
          rows={10}
          spellCheck={false}
          className="font-mono text-sm"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...field(register('title', check('title')))}
            label={pastes.name}
            error={errors.title?.message}
            autoComplete="off"
          />
          <TextField
            {...field(register('language', check('language')))}
            label={pastes.language}
            hint={pastes.languageHint}
            error={errors.language?.message}
            autoCapitalize="none"
            autoComplete="off"
          />
          <SelectField
            {...expiry}
            selectRef={expiryRef}
            label={share.expiry}
            options={[
              ['', share.expiryNever],
              ...expiries.map((days) => [String(days), share.expiryIn({ days })] as const),
            ]}
          />
          <PasswordField
            field={register('password', check('password'))}
            label={pastes.password}
            error={errors.password?.message}
            autoComplete="new-password"
          />
        </div>
        <FieldGroup label={share.access}>
          {modes.map((mode) => (
            <CheckField
              key={mode}
              {...field(register('shareMode'))}
              type="radio"
              value={mode}
              label={mode === 'PRIVATE' ? pastes.badges.private : share.modes[mode]}
              hint={pastes.modeHints[mode]}
            />
          ))}
        </FieldGroup>
        <div className="-mx-2">
          <CheckField {...field(register('burnAfterReading'))} label={pastes.burn} hint={pastes.burnHint} />
        </div>
        <FormError message={errors.root?.message} />
        <FormActions submit={messages.actions.create} disabled={isSubmitting} onClose={onClose} />
      </form>
    </Dialog>
  );
}
