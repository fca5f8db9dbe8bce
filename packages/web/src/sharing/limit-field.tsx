import { useForm } from 'react-hook-form';
import { client } from '../api/client.ts';
import { checkWith, ShareModeChange } from '../api/contract.ts';
import type { ShareFieldProps } from '../api/shares.ts';
import { numberOf } from '../browser/field-values.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useSavedForm } from './unsaved-forms.ts';

/** How often the link can be used to download. */
export function LimitField({ share, save }: ShareFieldProps) {
  const messages = useMessages();
  const { number } = useFormats();
  const { share: texts } = useMessages().sharing;
  const { shareToken: token, shareMode, maxDownloads, downloadCount } = share;
  const form = useForm({ values: { limit: maxDownloads === null ? '' : String(maxDownloads) } });
  const { register, setFocus, formState } = form;
  const { ref, ...field } = register('limit', {
    validate: (text) => checkWith(ShareModeChange.shape.maxDownloads, messages)(numberOf(text)),
  });
  const send = useSavedForm(form, ({ limit }) => {
    // The button is gone once the limit is saved.
    setFocus('limit');
    save({ run: () => client.shares.setMode({ token }, { shareMode, maxDownloads: numberOf(limit) }) });
  });
  return (
    <form noValidate onSubmit={send}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            {...field}
            inputRef={ref}
            label={texts.limit}
            inputMode="numeric"
            autoComplete="off"
            error={formState.errors.limit?.message}
          />
        </div>
        {formState.isDirty && (
          <Button type="submit" className="mt-7.5">
            {texts.save}
          </Button>
        )}
      </div>
      <p className="mt-1.5 text-sm text-muted">
        {maxDownloads === null
          ? texts.limitHint
          : texts.limitUsed({ used: number(downloadCount), most: number(maxDownloads) })}
      </p>
    </form>
  );
}
