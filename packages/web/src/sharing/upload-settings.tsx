import { useForm } from 'react-hook-form';
import { client } from '../api/client.ts';
import { checkWith, ShareChange } from '../api/contract.ts';
import type { ShareFieldProps } from '../api/shares.ts';
import { bytesOf, mebibytesOf, numberOf, wordsOf } from '../browser/field-values.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/choice-fields.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useSavedForm } from './unsaved-forms.ts';

/** Whether visitors may add files to the shared folder, and which. */
export function UploadSettings({ share, save }: ShareFieldProps) {
  const { share: texts } = useMessages().sharing;
  const { shareToken: token, allowUpload, uploadCount } = share;
  return (
    <section className="space-y-4" aria-label={texts.uploads}>
      <div className="-mx-2">
        <CheckField
          label={texts.uploads}
          hint={texts.uploadsHint}
          checked={allowUpload}
          onChange={({ target: { checked } }) =>
            save({
              expected: { allowUpload: checked },
              run: () => client.links.update(token, { allowUpload: checked }),
            })
          }
        />
      </div>
      {allowUpload && <UploadLimits share={share} save={save} />}
      {uploadCount > 0 && <p className="text-sm text-muted">{texts.uploadsSoFar({ count: uploadCount })}</p>}
    </section>
  );
}

function UploadLimits({ share, save }: ShareFieldProps) {
  const messages = useMessages();
  const { share: texts, requests } = messages.sharing;
  const { shareToken: token, uploadMaxFiles, uploadMaxFileBytes, uploadAllowedTypes } = share;
  const form = useForm({
    values: {
      files: uploadMaxFiles?.toString() ?? '',
      size: mebibytesOf(uploadMaxFileBytes),
      types: uploadAllowedTypes?.join(', ') ?? '',
    },
  });
  const { register, setFocus } = form;
  const { errors, isDirty } = form.formState;
  const field = (
    name: 'files' | 'size' | 'types',
    of: keyof typeof ShareChange.shape,
    read: (text: string) => unknown,
  ) => {
    const { ref, ...rest } = register(name, {
      validate: (text) => checkWith(ShareChange.shape[of], messages)(read(text)),
    });
    return { ...rest, inputRef: ref, error: errors[name]?.message, autoComplete: 'off' };
  };
  const send = useSavedForm(form, ({ files, size, types }) => {
    // The button is gone once the limits are saved.
    if (document.activeElement?.matches('button') === true) setFocus('files');
    save({
      run: () =>
        client.links.update(token, {
          uploadMaxFiles: numberOf(files),
          uploadMaxFileBytes: bytesOf(size),
          uploadAllowedTypes: wordsOf(types),
        }),
    });
  });
  return (
    <form noValidate className="space-y-4" onSubmit={send}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('files', 'uploadMaxFiles', numberOf)}
          label={requests.maxFiles}
          hint={requests.emptyNoLimit}
          inputMode="numeric"
        />
        <TextField
          {...field('size', 'uploadMaxFileBytes', bytesOf)}
          label={requests.maxSizeMib}
          hint={requests.emptyNoLimit}
          inputMode="decimal"
        />
      </div>
      <TextField
        {...field('types', 'uploadAllowedTypes', wordsOf)}
        label={requests.types}
        hint={requests.typesHint}
        autoCapitalize="none"
      />
      {isDirty && <Button type="submit">{texts.save}</Button>}
    </form>
  );
}
