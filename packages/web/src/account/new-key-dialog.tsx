import type { CreatedApiKey, KeyScope } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { folderPathQuery } from '../api/items.ts';
import { useMe } from '../api/session.ts';
import { FolderPicker } from '../folders/folder-picker.tsx';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { CheckField, FieldGroup, FormError, SelectField } from '../ui/choice-fields.tsx';
import { Dialog, FormActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

/** Scopes that a key for one folder can have. */
const folderScopes: readonly KeyScope[] = ['files:read', 'files:write', 'shares'];
const userScopes: readonly KeyScope[] = [...folderScopes, 'webhooks', 'account'];
const expiries = [7, 30, 90, 365];

interface NewKeyDialogProps {
  readonly onCreated: (key: CreatedApiKey) => void;
  readonly onClose: () => void;
}

interface Values {
  label: string;
  isLimited: 'no' | 'yes';
  scopes: KeyScope[];
  place: 'all' | 'folder';
  folderId: string | null;
  expiresInDays: string;
}

/** Creates an API key with its scopes, its folder and its expiry. */
export default function NewKeyDialog({ onCreated, onClose }: NewKeyDialogProps) {
  const { account, actions } = useMessages();
  const { keys } = account;
  const me = useMe();
  const { register, handleSubmit, setError, clearErrors, setValue, watch, formState } = useForm<Values>({
    defaultValues: { label: '', isLimited: 'no', scopes: [], place: 'all', folderId: null, expiresInDays: '' },
  });
  const { errors, isSubmitting } = formState;
  const send = useSubmit(setError, ['label', 'scopes', 'folderId', 'expiresInDays']);
  const { isLimited, place, folderId } = watch();
  const { data: path } = useQuery(folderPathQuery(folderId));
  const possible =
    place === 'folder' ? folderScopes : me?.isAdmin === true ? [...userScopes, 'admin' as const] : userScopes;

  const onSubmit = handleSubmit(async ({ label, scopes, expiresInDays, ...values }) => {
    const chosen = scopes.filter((scope) => possible.includes(scope));
    if (values.isLimited === 'yes' && chosen.length === 0) return setError('scopes', { message: keys.scopeNeeded });
    if (values.place === 'folder' && values.folderId === null)
      return setError('folderId', { message: keys.folderNeeded });
    await send(async () =>
      onCreated(
        await client.apiKeys.create({
          ...(label.trim() === '' ? {} : { label: label.trim() }),
          ...(values.isLimited === 'yes' ? { scopes: chosen } : {}),
          ...(values.place === 'folder' && values.folderId !== null ? { folderId: values.folderId } : {}),
          ...(expiresInDays === '' ? {} : { expiresInDays: Number(expiresInDays) }),
        }),
      ),
    );
  });
  const label = register('label');
  const field = ({ ref, ...rest }: ReturnType<typeof register>) => ({ ...rest, inputRef: ref });
  const { ref: expiryRef, ...expiry } = register('expiresInDays');
  return (
    <Dialog title={keys.create} onClose={onClose}>
      <form noValidate className="flex min-h-0 flex-col" onSubmit={(event) => void onSubmit(event)}>
        <div className="-mx-1 min-h-0 space-y-4 overflow-y-auto px-1 pb-1">
          <TextField
            {...field(label)}
            label={keys.label}
            hint={keys.labelHint}
            error={errors.label?.message}
            maxLength={80}
            autoComplete="off"
          />
          <FieldGroup label={keys.folder}>
            <CheckField
              {...field(register('place'))}
              type="radio"
              value="all"
              onClick={() => clearErrors('folderId')}
              label={keys.wholeDrive}
            />
            <CheckField {...field(register('place'))} type="radio" value="folder" label={keys.oneFolder} />
          </FieldGroup>
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
                {folderId === null ? keys.folderNeeded : keys.folderOpen(path?.at(-1)?.name ?? '…')}
              </p>
              <FormError message={folderId === null ? errors.folderId?.message : undefined} />
            </div>
          )}
          <FieldGroup label={keys.scopes}>
            <CheckField {...field(register('isLimited'))} type="radio" value="no" label={keys.everything} />
            <CheckField {...field(register('isLimited'))} type="radio" value="yes" label={keys.some} />
            {isLimited === 'yes' && (
              <div className="pl-8">
                {possible.map((scope) => (
                  <CheckField
                    key={scope}
                    {...field(register('scopes'))}
                    value={scope}
                    label={keys.scopeTexts[scope]}
                    hint={scope}
                  />
                ))}
              </div>
            )}
          </FieldGroup>
          <FormError message={errors.scopes?.message} />
          <SelectField
            {...expiry}
            selectRef={expiryRef}
            label={keys.expires}
            options={[['', keys.never], ...expiries.map((days) => [String(days), keys.inDays(days)] as const)]}
          />
          <FormError message={errors.root?.message} />
        </div>
        <FormActions submit={actions.create} disabled={isSubmitting} onClose={onClose} />
      </form>
    </Dialog>
  );
}
