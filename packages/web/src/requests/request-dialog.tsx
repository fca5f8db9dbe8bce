import type { Collection } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { checkWith, NewCollection } from '../api/contract.ts';
import { folderPathQuery } from '../api/items.ts';
import { FolderPicker } from '../files/folder-picker.tsx';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { CheckField, FieldGroup, FormError, SelectField } from '../ui/choice-fields.tsx';
import { Dialog, FormActions } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { TextAreaField, TextField } from '../ui/text-field.tsx';

const MiB = 1024 ** 2;
const expiries = [1, 7, 30, 90, 365];

interface RequestDialogProps {
  /** The request to change; a new one is created without it. */
  readonly request?: Collection;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

interface Values {
  name: string;
  message: string;
  place: 'new' | 'folder';
  folderId: string | null;
  /** Days; empty: never; `kept`: as before. */
  expiresInDays: string;
  passwordChange: 'kept' | 'none' | 'set';
  password: string;
  maxFiles: string;
  /** In MiB. */
  maxFileBytes: string;
  /** Separated by commas or spaces. */
  allowedTypes: string;
  requireName: boolean;
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.replace(',', '.')));
const bytesOf = (mebibytes: string): number | null => {
  const count = numberOf(mebibytes);
  return count === null ? null : Math.round(count * MiB);
};
const typesOf = (text: string): string[] | null => {
  const types = text.split(/[\s,;]+/).filter((each) => each !== '');
  return types.length === 0 ? null : types;
};

/** Creates a file request, or changes one. */
export default function RequestDialog({ request, onSaved, onClose }: RequestDialogProps) {
  const messages = useMessages();
  const { requests, share } = messages.sharing;
  const { date } = useFormats();
  const navigate = useNavigate();
  const isNew = request === undefined;
  const isLocked = request?.passwordProtected === true;
  const { register, handleSubmit, setError, clearErrors, setValue, watch, formState } = useForm<Values>({
    defaultValues: {
      name: request?.name ?? '',
      message: request?.message ?? '',
      place: isNew ? 'new' : 'folder',
      folderId: request?.folderId ?? null,
      expiresInDays: isNew || request.expiresAt === null ? '' : 'kept',
      passwordChange: isLocked ? 'kept' : 'none',
      password: '',
      maxFiles: request?.maxFiles?.toString() ?? '',
      maxFileBytes: request?.maxFileBytes == null ? '' : String(request.maxFileBytes / MiB),
      allowedTypes: request?.allowedTypes?.join(', ') ?? '',
      requireName: request?.requireName ?? false,
    },
  });
  const { errors, isSubmitting } = formState;
  const send = useSubmit(setError, [
    'name',
    'message',
    'folderId',
    'expiresInDays',
    'password',
    'maxFiles',
    'maxFileBytes',
    'allowedTypes',
  ]);
  const { place, folderId, passwordChange } = watch();
  const { data: path } = useQuery(folderPathQuery(folderId));

  const onSubmit = handleSubmit(async (values) => {
    if (values.place === 'folder' && values.folderId === null)
      return setError('folderId', { message: requests.folderNeeded });
    const fields = {
      name: values.name,
      message: values.message.trim() === '' ? null : values.message,
      ...(values.place === 'folder' && values.folderId !== null ? { folderId: values.folderId } : {}),
      ...(values.expiresInDays === 'kept' ? {} : { expiresInDays: Number(values.expiresInDays) }),
      maxFiles: numberOf(values.maxFiles),
      maxFileBytes: bytesOf(values.maxFileBytes),
      allowedTypes: typesOf(values.allowedTypes),
      requireName: values.requireName,
    };
    const password =
      values.passwordChange === 'set'
        ? { password: values.password }
        : values.passwordChange === 'none' && isLocked
          ? { password: null }
          : {};
    const isSent = await send(async () => {
      if (isNew) {
        const given = Object.entries({ ...fields, ...password }).filter(([, value]) => value !== null);
        const { id } = await client.collections.create(Object.fromEntries(given) as NewCollection);
        await navigate({ to: '/shared/requests/$requestId', params: { requestId: id } });
      } else {
        await client.collections.update(request.id, { ...fields, ...password });
        notify({ text: requests.changed });
      }
    });
    if (!isSent) return;
    onClose();
    onSaved();
  });
  const field = ({ ref, ...rest }: ReturnType<typeof register>) => ({ ...rest, inputRef: ref });
  const check = (name: keyof typeof NewCollection.shape, valueOf: (text: string) => unknown) => ({
    validate: (text: string) => checkWith(NewCollection.shape[name], messages)(valueOf(text)),
  });
  const { ref: expiryRef, ...expiry } = register('expiresInDays');
  const { ref: lockRef, ...lock } = register('passwordChange');
  return (
    <Dialog title={isNew ? requests.create : requests.editOf(request.name)} onClose={onClose}>
      <form noValidate className="flex min-h-0 flex-col" onSubmit={(event) => void onSubmit(event)}>
        <div className="-mx-1 min-h-0 space-y-4 overflow-y-auto px-1 pb-1">
          <TextField
            {...field(
              register(
                'name',
                check('name', (text) => text),
              ),
            )}
            label={requests.name}
            hint={requests.nameHint}
            error={errors.name?.message}
            autoComplete="off"
          />
          <TextAreaField
            {...field(
              register(
                'message',
                check('message', (text) => text),
              ),
            )}
            label={requests.message}
            error={errors.message?.message}
            rows={3}
          />
          <FieldGroup label={requests.folder}>
            {isNew && <CheckField {...field(register('place'))} type="radio" value="new" label={requests.newFolder} />}
            {isNew && (
              <CheckField {...field(register('place'))} type="radio" value="folder" label={requests.oneFolder} />
            )}
            {place === 'folder' && (
              <div className="space-y-2 px-2">
                <FolderPicker
                  openId={folderId}
                  onOpen={(id) => {
                    clearErrors('folderId');
                    setValue('folderId', id);
                  }}
                />
                <p className="text-sm text-muted" role="status">
                  {folderId === null ? requests.folderNeeded : requests.folderOpen(path?.at(-1)?.name ?? '…')}
                </p>
                <FormError message={errors.folderId?.message} />
              </div>
            )}
          </FieldGroup>
          <SelectField
            {...expiry}
            selectRef={expiryRef}
            label={requests.expires}
            options={[
              ...(request?.expiresAt == null ? [] : [['kept', share.expiryOn(date(request.expiresAt))] as const]),
              ['', requests.never],
              ...expiries.map((days) => [String(days), share.expiryIn(days)] as const),
            ]}
          />
          <FormError message={errors.expiresInDays?.message} />
          <SelectField
            {...lock}
            selectRef={lockRef}
            label={share.password}
            options={[
              ...(isLocked ? [['kept', share.passwordOn] as const] : []),
              ['none', share.passwordOff],
              ['set', share.passwordNew],
            ]}
          />
          {passwordChange === 'set' && (
            <PasswordField
              field={register(
                'password',
                check('password', (text) => text),
              )}
              label={share.passwordNew}
              hint={share.passwordHint}
              error={errors.password?.message}
              autoComplete="new-password"
            />
          )}
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
                check('allowedTypes', (text) => typesOf(text) ?? undefined),
              ),
            )}
            label={requests.types}
            hint={requests.typesHint}
            error={errors.allowedTypes?.message}
            autoCapitalize="none"
            autoComplete="off"
          />
          <div className="-mx-2">
            <CheckField {...field(register('requireName'))} label={requests.requireName} />
          </div>
          <FormError message={errors.root?.message} />
        </div>
        <FormActions
          submit={isNew ? messages.actions.create : messages.actions.save}
          disabled={isSubmitting}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
