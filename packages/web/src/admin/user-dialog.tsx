import type { AdminUser } from '@drive/sdk';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { gibibytesOf, quotaBytesOf } from '../browser/field-values.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { CheckField, FormError, SelectField } from '../ui/choice-fields.tsx';
import { Dialog, FormActions } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { TextField } from '../ui/text-field.tsx';
import { reloadList } from './admin-keys.ts';

/** Changes the name, the plan, the quota and the rights of an account. */
export function UserDialog({ user, onClose }: { readonly user: AdminUser; readonly onClose: () => void }) {
  const { admin, account, actions } = useMessages();
  const { users, overview } = admin;
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: {
      name: user.name ?? '',
      plan: user.plan,
      quotaBytes: gibibytesOf(user.quotaOverrideBytes),
      isAdmin: user.isAdmin,
    },
  });
  const { errors, isSubmitting, dirtyFields } = formState;
  const send = useSubmit(setError, ['name', 'plan', 'quotaBytes', 'isAdmin']);
  const onSubmit = handleSubmit(async ({ name, plan, quotaBytes, isAdmin }) => {
    // The row may be stale: what this administrator did not change is left as it is on the server.
    const change = {
      ...(dirtyFields.name === true ? { name: name.trim() === '' ? null : name.trim() } : {}),
      ...(dirtyFields.plan === true ? { plan } : {}),
      ...(dirtyFields.quotaBytes === true ? { quotaBytes: quotaBytesOf(quotaBytes) } : {}),
      ...(dirtyFields.isAdmin === true ? { isAdmin } : {}),
    };
    if (Object.keys(change).length === 0) return onClose();
    const isSaved = await send(() => client.admin.users.update(user.id, change).then(() => reloadList('users')));
    if (!isSaved) return;
    notify({ text: users.saved({ email: user.email }) });
    onClose();
  });
  const { ref: nameRef, ...name } = register('name');
  const { ref: planRef, ...plan } = register('plan');
  const { ref: adminRef, ...isAdmin } = register('isAdmin');
  const { ref: quotaRef, ...quota } = register('quotaBytes', {
    validate: (typed) => /^\d*([.,]\d+)?$/.test(typed.trim()) || users.quotaNumber,
  });
  return (
    <Dialog title={users.editOf({ email: user.email })} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void onSubmit(event)}>
        <TextField {...name} inputRef={nameRef} label={account.profile.name} error={errors.name?.message} />
        <SelectField
          {...plan}
          selectRef={planRef}
          label={overview.plan}
          options={[
            ['free', overview.planNames.free],
            ['paid', overview.planNames.paid],
          ]}
        />
        <TextField
          {...quota}
          inputRef={quotaRef}
          label={users.quota}
          hint={users.quotaHint}
          error={errors.quotaBytes?.message}
          inputMode="decimal"
        />
        <CheckField {...isAdmin} inputRef={adminRef} label={users.admin} hint={users.adminHint} />
        <FormError message={errors.root?.message} />
        <FormActions submit={actions.save} disabled={isSubmitting} onClose={onClose} />
      </form>
    </Dialog>
  );
}
