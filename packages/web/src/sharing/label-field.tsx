import { useForm } from 'react-hook-form';
import { client } from '../api/client.ts';
import { checkWith, ShareChange } from '../api/contract.ts';
import type { ShareFieldProps } from '../api/shares.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useSavedForm } from './unsaved-forms.ts';

const labelOf = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The name by which the owner recognizes the link. */
export function LabelField({ share, save }: ShareFieldProps) {
  const messages = useMessages();
  const { share: texts } = messages.sharing;
  const { shareToken: token, label: current } = share;
  const form = useForm({ values: { label: current ?? '' } });
  const { register, setFocus, formState } = form;
  const { ref, ...field } = register('label', {
    validate: (text) => checkWith(ShareChange.shape.label, messages)(labelOf(text)),
  });
  const send = useSavedForm(form, ({ label }) => {
    // The button is gone once the name is saved.
    setFocus('label');
    save({ run: () => client.links.update(token, { label: labelOf(label) }) });
  });
  return (
    <form noValidate className="flex items-start gap-2" onSubmit={send}>
      <div className="min-w-0 flex-1">
        <TextField
          {...field}
          inputRef={ref}
          label={texts.label}
          hint={texts.labelHint}
          autoComplete="off"
          error={formState.errors.label?.message}
        />
      </div>
      {formState.isDirty && (
        <Button type="submit" className="mt-7.5">
          {texts.save}
        </Button>
      )}
    </form>
  );
}
