import { isDriveError, type AccountDeletionPreview } from '@drive/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client, serverPath } from '../api/client.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { forgetSearches } from '../search/recent-searches.ts';
import { FormError, SelectField } from '../ui/choice-fields.tsx';
import { Dialog, DoneAction, FormActions } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { shownName } from '../ui/shown-name.ts';
import { TextField } from '../ui/text-field.tsx';
import { OtherProofs } from './other-proofs.tsx';

interface DeletionDialogProps {
  readonly onClose: () => void;
}

const previewQuery = queryOptions({
  queryKey: ['account-deletion'],
  queryFn: ({ signal }) => client.account.deletionPreview({ signal }),
  staleTime: 0,
});

/** Deletes the account of the user, after it has said what that ends and has asked who manages team drives from now on. */
export default function DeletionDialog({ onClose }: DeletionDialogProps) {
  const { deletion } = useMessages().account;
  const query = useQuery(previewQuery);
  return (
    <Dialog wide title={deletion.dialog} onClose={onClose}>
      <QueryView query={query}>{(preview) => <Answer preview={preview} onClose={onClose} />}</QueryView>
    </Dialog>
  );
}

interface AnswerProps extends DeletionDialogProps {
  readonly preview: AccountDeletionPreview;
}

function Answer({ preview, onClose }: AnswerProps) {
  const { deletion } = useMessages().account;
  if (preview.obstacle === null) return <DeletionForm preview={preview} onClose={onClose} />;
  return (
    <>
      <p>{preview.obstacle === 'last_admin' ? deletion.lastAdmin : deletion.managed}</p>
      <DoneAction onClose={onClose} />
    </>
  );
}

/** In place of a member: the drive is deleted. */
const deletes = 'delete';

interface Values {
  readonly password: string;
  readonly totp: string;
  /** By the id of a drive. */
  readonly managers: Record<string, string>;
}

function DeletionForm({ preview, onClose }: AnswerProps) {
  const { account } = useMessages();
  const { deletion, password, totp } = account;
  const { needsPassword, drives, keptDays } = preview;
  const [needsCode, setNeedsCode] = useState(false);
  const [isProven, setProven] = useState(false);
  const asksCode = needsCode && !isProven;
  const form = useForm<Values>({ defaultValues: { password: '', totp: '', managers: {} } });
  const { register, handleSubmit, setError, setFocus, formState } = form;
  const send = useSubmit(
    setError,
    ['password'],
    asksCode ? { field: 'totp', text: totp.codeWrong } : { field: 'password', text: password.wrong },
  );
  useEffect(() => {
    if (asksCode) setFocus('totp');
  }, [asksCode, setFocus]);
  const onSubmit = handleSubmit(async (typed) => {
    await send(async () => {
      if (needsPassword && !isProven) {
        if (!(await proves(typed, needsCode))) return setNeedsCode(true);
        // A code works once: if the deletion is refused for another reason, the next attempt needs no proof.
        setProven(true);
      }
      const { deletesAt } = await client.account.delete({
        ...(needsPassword ? { password: typed.password } : {}),
        drives: drives.map(({ id }) => {
          const chosen = typed.managers[id] ?? '';
          return { driveId: id, managerId: chosen === deletes ? null : chosen };
        }),
      });
      forgetSearches();
      // A page of the server: this one can load nothing more.
      window.location.assign(serverPath(`/account-deleted${keptDays === 0 ? '' : `?until=${deletesAt.slice(0, 10)}`}`));
    });
  });
  const { ref, ...code } = register('totp', { validate: (typed) => !asksCode || typed !== '' || totp.codeNeeded });
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void onSubmit(event)}>
      <p>{keptDays === 0 ? deletion.atOnce : deletion.kept({ count: keptDays })}</p>
      <Ending preview={preview} />
      {drives.map((drive) => (
        <DriveField key={drive.id} drive={drive} form={form} />
      ))}
      <OtherProofs onProven={() => setProven(true)} onError={(error) => void send(() => Promise.reject(error))} />
      {needsPassword && (
        <PasswordField
          field={register('password', { required: password.needed })}
          label={totp.password}
          error={formState.errors.password?.message}
          autoComplete="current-password"
        />
      )}
      {asksCode && (
        <TextField
          {...code}
          inputRef={ref}
          label={totp.code}
          error={formState.errors.totp?.message}
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
      <FormError message={formState.errors.root?.message} />
      <FormActions submit={deletion.action} kind="danger" disabled={formState.isSubmitting} onClose={onClose} />
    </form>
  );
}

/** Confirms the sign-in, which a deletion needs to be recent. False if it takes a code, too. */
async function proves({ password, totp }: Values, needsCode: boolean): Promise<boolean> {
  try {
    await client.auth.reauthenticate({ password, totp: needsCode ? totp : null });
    return true;
  } catch (error) {
    if (needsCode || !isDriveError(error, 'totp_required')) throw error;
    return false;
  }
}

function Ending({ preview: { ends } }: { readonly preview: AccountDeletionPreview }) {
  const { deletion } = useMessages().account;
  const kinds = [
    'links',
    'fileRequests',
    'proofings',
    'pastes',
    'uploadGrants',
    'roles',
    'webhooks',
    'apiKeys',
  ] as const;
  const shown = kinds.filter((kind) => ends[kind] > 0);
  return (
    <div>
      {shown.length === 0 ? (
        <p>{deletion.nothing}</p>
      ) : (
        <>
          <p id="ending" className="font-semibold">
            {deletion.ends}
          </p>
          <ul aria-labelledby="ending" className="mt-1 list-disc ps-6">
            {shown.map((kind) => (
              <li key={kind}>{deletion[kind]({ count: ends[kind] })}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-3 text-dense text-muted">{deletion.drivesStay}</p>
    </div>
  );
}

interface DriveFieldProps {
  readonly drive: AccountDeletionPreview['drives'][number];
  readonly form: UseFormReturn<Values>;
}

function DriveField({ drive: { id, name, members }, form: { register, formState } }: DriveFieldProps) {
  const { deletion } = useMessages().account;
  const { ref, ...field } = register(`managers.${id}`, { required: deletion.driveNeeded });
  return (
    <div className="space-y-2">
      <SelectField
        {...field}
        selectRef={ref}
        label={deletion.drive({ name: shownName(name) })}
        options={[
          ['', deletion.choose],
          ...members.map(
            (member) => [member.id, deletion.toMember({ name: shownName(member.name ?? member.email) })] as const,
          ),
          [deletes, deletion.deleteDrive],
        ]}
      />
      {members.length === 0 && <p className="text-dense text-muted">{deletion.noMember}</p>}
      <FormError message={formState.errors.managers?.[id]?.message} />
    </div>
  );
}
