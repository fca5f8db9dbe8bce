import type { TeamDrive } from '@drive/sdk';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import AccessPanel from '../access/access-panel.tsx';
import { useAct, useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import { gibibytesOf, quotaBytesOf } from '../browser/field-values.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog, DoneAction } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { TextField } from '../ui/text-field.tsx';
import { refreshDrives } from './drive-queries.ts';

const DriveActivity = lazy(async () => ({ default: (await import('../activity/activity-list.tsx')).DriveActivity }));

export type DriveQuestion = 'members' | 'settings' | 'activity';

interface DriveDialogProps {
  readonly drive: TeamDrive;
  readonly onClose: () => void;
}

/** What is asked or shown about a drive. */
export function DriveDialog({ question, drive, onClose }: DriveDialogProps & { readonly question: DriveQuestion }) {
  const { drives } = useMessages();
  const navigate = useNavigate();
  if (question === 'settings') return <DriveSettings drive={drive} onClose={onClose} />;
  return (
    <Dialog
      wide
      title={question === 'members' ? drives.membersOf({ name: drive.name }) : drives.activityOf({ name: drive.name })}
      onClose={onClose}
    >
      {question === 'members' ? (
        <AccessPanel
          itemId={drive.rootId}
          onLeft={() => {
            onClose();
            void navigate({ to: '/drives' });
          }}
        />
      ) : (
        <Suspense>
          <DriveActivity driveId={drive.id} />
        </Suspense>
      )}
      <DoneAction onClose={onClose} />
    </Dialog>
  );
}

interface DriveFields {
  name: string;
  quotaBytes: string;
  linkRole: TeamDrive['linkRole'];
}
const fieldNames = ['name', 'quotaBytes', 'linkRole'] as const;

/** Creates a drive and opens it. */
export function NewDriveDialog({ onClose }: { readonly onClose: () => void }) {
  const { drives, actions } = useMessages();
  const navigate = useNavigate();
  const form = useForm<DriveFields>({ defaultValues: { name: '', quotaBytes: '', linkRole: 'manager' } });
  const { errors, isSubmitting } = form.formState;
  const send = useSubmit(form.setError, fieldNames);
  const onSubmit = form.handleSubmit(async ({ name, quotaBytes }) => {
    let made: TeamDrive | undefined;
    await send(async () => {
      const quota = quotaBytesOf(quotaBytes);
      made = await client.drives.create({ name: name.trim(), ...(quota === null ? {} : { quotaBytes: quota }) });
      await refreshDrives();
    });
    if (made === undefined) return;
    notify({ text: drives.created({ name: made.name }) });
    onClose();
    void navigate({ to: '/files/$folderId', params: { folderId: made.rootId } });
  });
  return (
    <Dialog title={drives.create} description={drives.createText} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        error={errors.root?.message}
        submit={actions.create}
        disabled={isSubmitting}
        onClose={onClose}
      >
        <NameAndQuota form={form} quotaHint={drives.quotaDefault} />
      </DialogForm>
    </Dialog>
  );
}

interface NameAndQuotaProps {
  readonly form: ReturnType<typeof useForm<DriveFields>>;
  readonly quotaHint: string;
}

function NameAndQuota({ form: { register, formState }, quotaHint }: NameAndQuotaProps) {
  const { drives } = useMessages();
  const me = useMe();
  const { errors } = formState;
  const { ref: nameRef, ...name } = register('name', { validate: (typed) => typed.trim() !== '' || drives.nameNeeded });
  const { ref: quotaRef, ...quota } = register('quotaBytes', {
    validate: (typed) => /^\d*([.,]\d+)?$/.test(typed.trim()) || drives.quotaNumber,
  });
  return (
    <>
      <TextField
        {...name}
        inputRef={nameRef}
        label={drives.name}
        hint={drives.nameHint}
        error={errors.name?.message}
        autoComplete="off"
      />
      {me?.isAdmin === true && (
        <TextField
          {...quota}
          inputRef={quotaRef}
          label={drives.quota}
          hint={quotaHint}
          error={errors.quotaBytes?.message}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
    </>
  );
}

/** Renames a drive, says who makes links in it, and deletes it. Only administrators see the quota. */
function DriveSettings({ drive, onClose }: DriveDialogProps) {
  const { drives, actions } = useMessages();
  const form = useForm<DriveFields>({
    defaultValues: { name: drive.name, quotaBytes: gibibytesOf(drive.quotaBytes), linkRole: drive.linkRole },
  });
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const send = useSubmit(form.setError, fieldNames);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const onSubmit = form.handleSubmit(async ({ name, quotaBytes, linkRole }) => {
    // What others have changed meanwhile is left as it is.
    const change = {
      ...(dirtyFields.name === true ? { name: name.trim() } : {}),
      ...(dirtyFields.quotaBytes === true ? { quotaBytes: quotaBytesOf(quotaBytes) } : {}),
      ...(dirtyFields.linkRole === true ? { linkRole } : {}),
    };
    if (Object.keys(change).length === 0) return onClose();
    if (!(await send(() => client.drives.update(drive.id, change).then(refreshDrives)))) return;
    notify({ text: drives.saved });
    onClose();
  });
  const { ref: roleRef, ...linkRole } = form.register('linkRole');
  return (
    <Dialog title={drives.settingsTitle({ name: drive.name })} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        error={errors.root?.message}
        submit={actions.save}
        disabled={isSubmitting}
        onClose={onClose}
      >
        <NameAndQuota form={form} quotaHint={drives.quotaHint} />
        <SelectField
          {...linkRole}
          selectRef={roleRef}
          label={drives.linkRole}
          options={(['manager', 'editor'] as const).map((each) => [each, drives.linkRoles[each]])}
        />
        <Button type="button" kind="ghost" className="-mx-3 text-bad!" onClick={() => setAsksToDelete(true)}>
          {drives.delete}
        </Button>
      </DialogForm>
      {asksToDelete && <DeleteQuestion drive={drive} onDeleted={onClose} onClose={() => setAsksToDelete(false)} />}
    </Dialog>
  );
}

function DeleteQuestion({ drive, onDeleted, onClose }: DriveDialogProps & { readonly onDeleted: () => void }) {
  const { drives } = useMessages();
  const navigate = useNavigate();
  const act = useAct();
  return (
    <ConfirmDialog
      title={drives.deleteTitle({ name: drive.name })}
      text={drives.deleteText}
      action={drives.delete}
      onConfirm={() =>
        act.run(
          async () => {
            await client.drives.delete(drive.id);
            onDeleted();
            await navigate({ to: '/drives' });
            await refreshDrives();
          },
          drives.deleted({ name: drive.name }),
        )
      }
      onClose={onClose}
    />
  );
}
