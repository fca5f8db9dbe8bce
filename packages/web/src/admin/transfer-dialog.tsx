import type { AdminUser, UserTransfer } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { nameOfFound, PrincipalField, type Found } from '../access/principal-field.tsx';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { runningOperations } from '../api/running-operations.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import type { Messages } from '../i18n/texts.ts';
import { CheckField, FieldGroup, FormError, SelectField } from '../ui/choice-fields.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { shownName } from '../ui/shown-name.ts';
import { adminKeys, reloadList } from './admin-keys.ts';
import { findUsers } from './group-members.tsx';

interface TransferDialogProps {
  readonly user: AdminUser;
  readonly onClose: () => void;
}

/** Hands over everything that a user has to another user or to a team drive. The progress is at the top of the page. */
export function TransferDialog({ user, onClose }: TransferDialogProps) {
  const { transfer } = useMessages().admin;
  const [toDrive, setToDrive] = useState(false);
  const [receiver, setReceiver] = useState<Found>();
  const [driveId, setDriveId] = useState('');
  const [andDelete, setAndDelete] = useState(false);
  const [problem, setProblem] = useState<string>();
  const act = useAct();
  const submit = (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const to = toDrive ? { driveId } : { toUserId: receiver?.id ?? '' };
    if (Object.values(to).every((id) => id === '')) setProblem(transfer.needed);
    else {
      act.run(() => handOver(user, to, andDelete, transfer));
      onClose();
    }
    return Promise.resolve();
  };
  return (
    <Dialog title={transfer.title({ email: user.email })} description={transfer.text} onClose={onClose}>
      <DialogForm onSubmit={submit} error={problem} submit={transfer.action} disabled={act.isPending} onClose={onClose}>
        <FieldGroup label={transfer.to}>
          <CheckField
            type="radio"
            name="to"
            label={transfer.toUser}
            checked={!toDrive}
            onChange={() => setToDrive(false)}
          />
          <CheckField
            type="radio"
            name="to"
            label={transfer.toDrive}
            checked={toDrive}
            onChange={() => setToDrive(true)}
          />
        </FieldGroup>
        {toDrive ? (
          <DriveField driveId={driveId} onChoose={setDriveId} />
        ) : (
          <>
            <PrincipalField
              label={transfer.user}
              findKey="users"
              find={findUsers}
              excluded={new Set([user.id])}
              takesEmail={false}
              onChoose={setReceiver}
            />
            {receiver !== undefined && (
              <p role="status" className="font-medium">
                {transfer.receiver({ name: shownName(nameOfFound(receiver)) })}
              </p>
            )}
          </>
        )}
        <div className="-mx-2">
          <CheckField
            label={transfer.andDelete}
            hint={transfer.andDeleteHint}
            checked={andDelete}
            onChange={({ target }) => setAndDelete(target.checked)}
          />
        </div>
      </DialogForm>
    </Dialog>
  );
}

function DriveField({ driveId, onChoose }: { readonly driveId: string; readonly onChoose: (id: string) => void }) {
  const { transfer } = useMessages().admin;
  const { data } = useQuery({
    queryKey: [...adminKeys.drives, 'receivers'],
    queryFn: async ({ signal }) => (await client.admin.drives.list({ limit: 200 }, { signal })).items,
  });
  if (data?.length === 0) return <FormError message={transfer.noDrive} />;
  return (
    <SelectField
      label={transfer.drive}
      value={driveId}
      options={[['', ''], ...(data ?? []).map(({ id, name }) => [id, shownName(name)] as const)]}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}

/** Resolves when the operation has ended. The user goes on meanwhile. */
async function handOver(
  { id, email }: AdminUser,
  to: UserTransfer,
  andDelete: boolean,
  texts: Messages['admin']['transfer'],
): Promise<void> {
  const started = await (andDelete ? client.admin.users.delete(id, to) : client.admin.users.transfer(id, to));
  await reloadList('users');
  if (started === undefined) return;
  notify({ text: texts.begun({ email }) });
  const failed = await runningOperations.run(
    'transfer',
    async (options) => {
      const { result } = await client.operations.wait(started.operationId, options);
      return 'failed' in result ? result.failed : [];
    },
    undefined,
  );
  if (failed === undefined) return;
  await reloadList('users');
  notify(
    failed.length === 0
      ? { text: texts.done({ email }) }
      : { kind: 'bad', text: texts.partly({ count: failed.length }) },
  );
}
