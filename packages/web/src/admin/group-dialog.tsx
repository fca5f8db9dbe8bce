import type { Group } from '@drive/sdk';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { TextField } from '../ui/text-field.tsx';
import { reloadList } from './admin-keys.ts';

interface GroupDialogProps {
  /** The group to rename; undefined: a new one. */
  readonly group?: Group;
  readonly onClose: () => void;
}

/** Creates or renames a group. */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { admin, actions } = useMessages();
  const { groups } = admin;
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: group?.name ?? '' } });
  const { errors, isSubmitting } = formState;
  const send = useSubmit(setError, ['name']);
  const onSubmit = handleSubmit(async ({ name: typed }) => {
    const name = typed.trim();
    const isSaved = await send(async () => {
      if (group === undefined) await client.admin.groups.create({ name });
      else await client.admin.groups.rename(group.id, name);
      await reloadList('groups');
    });
    if (!isSaved) return;
    notify({ text: group === undefined ? groups.createdOf({ name }) : groups.renamed({ name }) });
    onClose();
  });
  const { ref, ...name } = register('name', { validate: (typed) => typed.trim() !== '' || groups.nameNeeded });
  return (
    <Dialog title={group === undefined ? groups.create : groups.renameOf({ name: group.name })} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        error={errors.root?.message}
        submit={group === undefined ? actions.create : actions.save}
        disabled={isSubmitting}
        onClose={onClose}
      >
        <TextField
          {...name}
          inputRef={ref}
          label={groups.name}
          error={errors.name?.message}
          maxLength={200}
          autoComplete="off"
        />
      </DialogForm>
    </Dialog>
  );
}
