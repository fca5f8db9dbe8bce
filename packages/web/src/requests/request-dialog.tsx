import type { Collection } from '@drive/sdk';
import { useNavigate } from '@tanstack/react-router';
import { FormProvider, useForm, useFormContext, type UseFormRegisterReturn } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { checkWith, NewCollection } from '../api/contract.ts';
import { bytesOf, mebibytesOf, numberOf, withoutNulls, wordsOf } from '../browser/field-values.ts';
import { FolderField } from '../folders/folder-field.tsx';
import { useMessages } from '../i18n/i18n-provider.tsx';
import {
  linkChangeOf,
  linkFields,
  LinkTerms,
  LinkTexts,
  linkValuesOf,
  type LinkValues,
} from '../sharing/link-fields.tsx';
import { CheckField, FieldGroup } from '../ui/choice-fields.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { TextField } from '../ui/text-field.tsx';

interface RequestDialogProps {
  /** The request to change; a new one is created without it. */
  readonly request?: Collection;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

interface Values extends LinkValues {
  place: 'new' | 'folder';
  folderId: string | null;
  maxFiles: string;
  /** In MiB. */
  maxFileBytes: string;
  /** Separated by commas or spaces. */
  allowedTypes: string;
  requireName: boolean;
}

/** Creates a file request, or changes one. */
export default function RequestDialog({ request, onSaved, onClose }: RequestDialogProps) {
  const messages = useMessages();
  const { requests } = messages.sharing;
  const navigate = useNavigate();
  const isNew = request === undefined;
  const form = useForm<Values>({
    defaultValues: {
      ...linkValuesOf(request),
      place: isNew ? 'new' : 'folder',
      folderId: request?.folderId ?? null,
      maxFiles: request?.maxFiles?.toString() ?? '',
      maxFileBytes: mebibytesOf(request?.maxFileBytes),
      allowedTypes: request?.allowedTypes?.join(', ') ?? '',
      requireName: request?.requireName ?? false,
    },
  });
  const { register, handleSubmit, setError, clearErrors, setValue, watch, formState } = form;
  const { errors, isSubmitting } = formState;
  const send = useSubmit(setError, [...linkFields, 'folderId', 'maxFiles', 'maxFileBytes', 'allowedTypes']);
  const { place, folderId } = watch();

  const onSubmit = handleSubmit(async (values) => {
    if (values.place === 'folder' && values.folderId === null)
      return setError('folderId', { message: requests.folderNeeded });
    const fields = {
      ...linkChangeOf(values, request),
      ...(values.place === 'folder' && values.folderId !== null ? { folderId: values.folderId } : {}),
      maxFiles: numberOf(values.maxFiles),
      maxFileBytes: bytesOf(values.maxFileBytes),
      allowedTypes: wordsOf(values.allowedTypes),
      requireName: values.requireName,
    };
    const isSent = await send(async () => {
      if (isNew) {
        const { id } = await client.collections.create(withoutNulls(fields));
        await navigate({ to: '/shared/requests/$requestId', params: { requestId: id } });
      } else {
        await client.collections.update(request.id, fields);
        notify({ text: requests.changed });
      }
    });
    if (!isSent) return;
    onClose();
    onSaved();
  });
  return (
    <Dialog title={isNew ? requests.create : requests.editOf({ name: request.name })} onClose={onClose}>
      <FormProvider {...form}>
        <DialogForm
          onSubmit={onSubmit}
          error={errors.root?.message}
          submit={isNew ? messages.actions.create : messages.actions.save}
          disabled={isSubmitting}
          onClose={onClose}
        >
          <LinkTexts />
          <FieldGroup label={requests.folder}>
            {isNew && <CheckField {...field(register('place'))} type="radio" value="new" label={requests.newFolder} />}
            {isNew && (
              <CheckField {...field(register('place'))} type="radio" value="folder" label={requests.oneFolder} />
            )}
            {place === 'folder' && (
              <FolderField
                folderId={folderId}
                onChoose={(id) => {
                  clearErrors('folderId');
                  setValue('folderId', id);
                }}
                needed={requests.folderNeeded}
                chosen={(name) => requests.folderOpen({ name })}
                error={errors.folderId?.message}
              />
            )}
          </FieldGroup>
          <LinkTerms link={request} />
          <Limits />
          <div className="-mx-2">
            <CheckField {...field(register('requireName'))} label={requests.requireName} />
          </div>
        </DialogForm>
      </FormProvider>
    </Dialog>
  );
}

const field = ({ ref, ...rest }: UseFormRegisterReturn) => ({ ...rest, inputRef: ref });

function Limits() {
  const messages = useMessages();
  const { requests } = messages.sharing;
  const { register, formState } = useFormContext<Values>();
  const { errors } = formState;
  const check = (name: keyof typeof NewCollection.shape, valueOf: (text: string) => unknown) => ({
    validate: (text: string) => checkWith(NewCollection.shape[name], messages)(valueOf(text)),
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field(
            register(
              'maxFiles',
              check('maxFiles', (text) => numberOf(text) ?? undefined),
            ),
          )}
          label={requests.maxFiles}
          hint={requests.emptyNoLimit}
          error={errors.maxFiles?.message}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...field(
            register(
              'maxFileBytes',
              check('maxFileBytes', (text) => bytesOf(text) ?? undefined),
            ),
          )}
          label={requests.maxSizeMib}
          hint={requests.emptyNoLimit}
          error={errors.maxFileBytes?.message}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <TextField
        {...field(
          register(
            'allowedTypes',
            check('allowedTypes', (text) => wordsOf(text) ?? undefined),
          ),
        )}
        label={requests.types}
        hint={requests.typesHint}
        error={errors.allowedTypes?.message}
        autoCapitalize="none"
        autoComplete="off"
      />
    </>
  );
}
