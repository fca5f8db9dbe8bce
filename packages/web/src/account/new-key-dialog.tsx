import { isDriveError, type CreatedApiKey, type KeyScope, type NewApiKey } from '@drive/sdk';
import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import { FolderField } from '../folders/folder-field.tsx';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { CheckField, FieldGroup, FormError, SelectField } from '../ui/choice-fields.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { OtherProofs } from './other-proofs.tsx';

/** Scopes that a key for one folder can have. */
const folderScopes: readonly KeyScope[] = ['files:read', 'files:write', 'shares'];
const userScopes: readonly KeyScope[] = [...folderScopes, 'webhooks', 'account'];
const expiries = [7, 30, 90, 365];
const defaultExpiry = '90';

interface NewKeyDialogProps {
  readonly onCreated: (key: CreatedApiKey) => void;
  readonly onClose: () => void;
}

interface Values {
  label: string;
  /** `no`: all scopes but that of administrators; `all`: that one, too. */
  isLimited: 'no' | 'all' | 'yes';
  scopes: KeyScope[];
  place: 'all' | 'folder';
  folderId: string | null;
  expiresInDays: string;
  password: string;
  totp: string;
}

/** What the server wants to know again of the user of an old session. */
type Proof = 'none' | 'password' | 'code';

/** Creates an API key with its scopes, its folder and its expiry. Asks for the password if the server wants it. */
export default function NewKeyDialog({ onCreated, onClose }: NewKeyDialogProps) {
  const { account, actions } = useMessages();
  const { keys, password, totp } = account;
  const isAdmin = useMe()?.isAdmin === true;
  const [proof, setProof] = useState<Proof>('none');
  const form = useForm<Values>({
    defaultValues: {
      label: '',
      isLimited: 'no',
      scopes: [],
      place: 'all',
      folderId: null,
      expiresInDays: defaultExpiry,
      password: '',
      totp: '',
    },
  });
  const { register, handleSubmit, setError, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  const wrong =
    proof === 'code'
      ? ({ field: 'totp', text: totp.codeWrong } as const)
      : ({ field: 'password', text: password.wrong } as const);
  const send = useSubmit(setError, ['label', 'scopes', 'folderId', 'expiresInDays'], wrong);
  useEffect(() => {
    if (proof !== 'none') setFocus(wrong.field);
  }, [proof, setFocus, wrong.field]);

  const prove = async (values: Values): Promise<void> => {
    if (proof === 'none') return;
    await client.auth.reauthenticate({ password: values.password, totp: proof === 'code' ? values.totp : null });
    // A code works once: if the key is refused for another reason, no proof is needed at the next attempt.
    setProof('none');
  };
  const askForProof = (error: unknown): void => {
    if (isDriveError(error, 'reauthentication_required')) setProof('password');
    else if (isDriveError(error, 'totp_required')) setProof('code');
    else throw error;
  };
  const onSubmit = handleSubmit(async (values) => {
    const wanted = wantedKey(values, isAdmin);
    if (wanted.scopes?.length === 0) return setError('scopes', { message: keys.scopeNeeded });
    if (values.place === 'folder' && values.folderId === null)
      return setError('folderId', { message: keys.folderNeeded });
    await send(async () => {
      const created = await prove(values)
        .then(() => client.apiKeys.create(wanted))
        .catch(askForProof);
      if (created !== undefined) onCreated(created);
    });
  });
  const { ref: expiryRef, ...expiry } = register('expiresInDays');
  return (
    <Dialog title={keys.create} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        error={errors.root?.message}
        submit={actions.create}
        disabled={isSubmitting}
        onClose={onClose}
      >
        <TextField
          {...field(register('label'))}
          label={keys.label}
          hint={keys.labelHint}
          error={errors.label?.message}
          maxLength={80}
          autoComplete="off"
        />
        <PlaceFields form={form} />
        <ScopeFields form={form} isAdmin={isAdmin} />
        <SelectField
          {...expiry}
          selectRef={expiryRef}
          label={keys.expires}
          options={[['', keys.never], ...expiries.map((days) => [String(days), keys.inDays({ days })] as const)]}
        />
        <ProofFields
          form={form}
          proof={proof}
          onProven={() => {
            form.clearErrors();
            setProof('none');
          }}
          onError={(error) => void send(() => Promise.reject(error))}
        />
      </DialogForm>
    </Dialog>
  );
}

const field = ({ ref, ...rest }: ReturnType<UseFormReturn<Values>['register']>) => ({ ...rest, inputRef: ref });

const possibleScopes = (place: Values['place'], isAdmin: boolean): readonly KeyScope[] =>
  place === 'folder' ? folderScopes : isAdmin ? [...userScopes, 'admin'] : userScopes;

/** Omits the scopes of a key that has all of them. */
function wantedKey({ label, isLimited, scopes, place, folderId, expiresInDays }: Values, isAdmin: boolean): NewApiKey {
  const possible = possibleScopes(place, isAdmin);
  return {
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    ...(isLimited === 'yes' ? { scopes: scopes.filter((scope) => possible.includes(scope)) } : {}),
    ...(isLimited === 'no' && place === 'all' ? { scopes: [...userScopes] } : {}),
    ...(place === 'folder' && folderId !== null ? { folderId } : {}),
    ...(expiresInDays === '' ? {} : { expiresInDays: Number(expiresInDays) }),
  };
}

interface PartProps {
  readonly form: UseFormReturn<Values>;
}

function PlaceFields({ form: { register, clearErrors, setValue, watch, formState } }: PartProps) {
  const { keys } = useMessages().account;
  const { place, folderId } = watch();
  return (
    <>
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
        <FolderField
          folderId={folderId}
          onChoose={(id) => {
            clearErrors('folderId');
            setValue('folderId', id);
          }}
          needed={keys.folderNeeded}
          chosen={(name) => keys.folderOpen({ name })}
          error={folderId === null ? formState.errors.folderId?.message : undefined}
        />
      )}
    </>
  );
}

function ScopeFields({ form: { register, watch, formState }, isAdmin }: PartProps & { readonly isAdmin: boolean }) {
  const { keys } = useMessages().account;
  const { isLimited, place } = watch();
  const hasAdmin = isAdmin && place === 'all';
  return (
    <>
      <FieldGroup label={keys.scopes}>
        <CheckField
          {...field(register('isLimited'))}
          type="radio"
          value="no"
          label={hasAdmin ? keys.allButAdmin : keys.everything}
        />
        {hasAdmin && <CheckField {...field(register('isLimited'))} type="radio" value="all" label={keys.everything} />}
        <CheckField {...field(register('isLimited'))} type="radio" value="yes" label={keys.some} />
        {isLimited === 'yes' && (
          <div className="ps-8">
            {possibleScopes(place, isAdmin).map((scope) => (
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
      <FormError message={formState.errors.scopes?.message} />
    </>
  );
}

interface ProofFieldsProps extends PartProps {
  readonly proof: Proof;
  readonly onProven: () => void;
  readonly onError: (error: Error) => void;
}

function ProofFields({ form: { register, formState }, proof, onProven, onError }: ProofFieldsProps) {
  const { keys, password, totp } = useMessages().account;
  if (proof === 'none') return null;
  return (
    <>
      <p role="status">{keys.proof}</p>
      <OtherProofs onProven={onProven} onError={onError} />
      <PasswordField
        field={register('password', { required: password.needed })}
        label={keys.proofPassword}
        error={formState.errors.password?.message}
        autoComplete="current-password"
      />
      {proof === 'code' && (
        <TextField
          {...field(register('totp', { required: totp.codeNeeded }))}
          label={totp.code}
          error={formState.errors.totp?.message}
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
    </>
  );
}
