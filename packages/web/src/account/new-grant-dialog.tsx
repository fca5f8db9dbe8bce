import type { CreatedUploadGrant } from '@drive/sdk';
import { useForm, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { bytesOf, numberOf, withoutNulls, wordsOf } from '../browser/field-values.ts';
import { FolderField } from '../folders/folder-field.tsx';
import { useMessages } from '../i18n/i18n-provider.tsx';
import type { Messages } from '../i18n/texts.ts';
import { CheckField, FieldGroup, SelectField } from '../ui/choice-fields.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

/** Minutes. */
const expiries = [15, 60, 24 * 60, 7 * 24 * 60];
const defaultExpiry = '60';

interface Values {
  place: 'root' | 'folder';
  folderId: string | null;
  expiresInMinutes: string;
  maxFiles: string;
  /** In MiB. */
  maxFileBytes: string;
  /** Separated by commas or spaces, as the origins are. */
  allowedTypes: string;
  allowedOrigins: string;
  data: string;
  share: boolean;
}

const defaultValues: Values = {
  place: 'root',
  folderId: null,
  expiresInMinutes: defaultExpiry,
  maxFiles: '1',
  maxFileBytes: '',
  allowedTypes: '',
  allowedOrigins: '',
  data: '',
  share: false,
};

interface NewGrantDialogProps {
  readonly onCreated: (grant: CreatedUploadGrant) => void;
  readonly onClose: () => void;
}

const fieldOf = ({ ref, ...rest }: UseFormRegisterReturn) => ({ ...rest, inputRef: ref });

/** Creates an upload grant. */
export default function NewGrantDialog({ onCreated, onClose }: NewGrantDialogProps) {
  const { account, actions } = useMessages();
  const { grants } = account;
  const form = useForm<Values>({ defaultValues });
  const { register, handleSubmit, setError, setValue, watch, formState } = form;
  const { errors, isSubmitting } = formState;
  const { place, folderId } = watch();
  const send = useSubmit(setError, ['maxFiles', 'maxFileBytes', 'allowedTypes', 'allowedOrigins', 'data', 'folderId']);
  const onSubmit = handleSubmit(async (values) => {
    if (values.place === 'folder' && values.folderId === null)
      return setError('folderId', { message: grants.folderNeeded });
    const data = values.data.trim();
    await send(async () =>
      onCreated(
        await client.uploadGrants.create(
          withoutNulls({
            folderId: values.place === 'folder' ? values.folderId : null,
            expiresInMinutes: Number(values.expiresInMinutes),
            maxFiles: numberOf(values.maxFiles),
            maxFileBytes: bytesOf(values.maxFileBytes),
            allowedTypes: wordsOf(values.allowedTypes),
            allowedOrigins: wordsOf(values.allowedOrigins),
            data: data === '' ? null : data,
            share: values.share ? true : null,
          }),
        ),
      ),
    );
  });
  const { ref: expiryRef, ...expiry } = register('expiresInMinutes');
  return (
    <Dialog title={grants.create} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        error={errors.root?.message}
        submit={actions.create}
        disabled={isSubmitting}
        onClose={onClose}
      >
        <FieldGroup label={grants.folder}>
          <CheckField {...fieldOf(register('place'))} type="radio" value="root" label={grants.root} />
          <CheckField {...fieldOf(register('place'))} type="radio" value="folder" label={grants.oneFolder} />
        </FieldGroup>
        {place === 'folder' && (
          <FolderField
            folderId={folderId}
            onChoose={(id) => setValue('folderId', id)}
            needed={grants.folderNeeded}
            chosen={(name) => grants.folderOpen({ name })}
            error={folderId === null ? errors.folderId?.message : undefined}
          />
        )}
        <SelectField
          {...expiry}
          selectRef={expiryRef}
          label={account.keys.expires}
          options={expiries.map((minutes) => [String(minutes), durationText(minutes, grants)] as const)}
        />
        <LimitFields form={form} />
      </DialogForm>
    </Dialog>
  );
}

/** What may be uploaded, by which pages, and what happens with it. */
function LimitFields({ form: { register, formState } }: { readonly form: UseFormReturn<Values> }) {
  const { grants } = useMessages().account;
  const { errors } = formState;
  const isNumber = (typed: string): true | string => /^\d*([.,]\d+)?$/.test(typed.trim()) || grants.numberNeeded;
  return (
    <>
      <TextField
        {...fieldOf(register('maxFiles', { validate: isNumber }))}
        label={grants.maxFiles}
        error={errors.maxFiles?.message}
        inputMode="numeric"
      />
      <TextField
        {...fieldOf(register('maxFileBytes', { validate: isNumber }))}
        label={grants.maxSize}
        hint={grants.maxSizeHint}
        error={errors.maxFileBytes?.message}
        inputMode="decimal"
      />
      <TextField
        {...fieldOf(register('allowedTypes'))}
        label={grants.types}
        hint={grants.typesHint}
        error={errors.allowedTypes?.message}
        autoComplete="off"
      />
      <TextField
        {...fieldOf(register('allowedOrigins'))}
        label={grants.origins}
        hint={grants.originsHint}
        error={errors.allowedOrigins?.message}
        autoComplete="off"
      />
      <TextField
        {...fieldOf(register('data'))}
        label={grants.data}
        hint={grants.dataHint}
        error={errors.data?.message}
        autoComplete="off"
      />
      <div className="-mx-2">
        <CheckField {...fieldOf(register('share'))} label={grants.share} hint={grants.shareHint} />
      </div>
    </>
  );
}

function durationText(minutes: number, grants: Messages['account']['grants']): string {
  if (minutes < 60) return grants.inMinutes({ minutes });
  return minutes < 1440 ? grants.inHours({ hours: minutes / 60 }) : grants.inDays({ days: minutes / 1440 });
}
