import type { Invite } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { configQuery } from '../api/session.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { FormError, SelectField } from '../ui/choice-fields.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, DoneAction, FormActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { reloadList } from './admin-keys.ts';

const expiries = [1, 7, 30, 90];

/** Creates an invitation, and then shows its link. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { admin, account } = useMessages();
  const { invites } = admin;
  const { date } = useFormats();
  const { data: config } = useQuery(configQuery);
  const isClosed = config?.registration === 'closed';
  const [invite, setInvite] = useState<Invite>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: '', expiresInDays: '7' },
  });
  const { errors, isSubmitting } = formState;
  const send = useSubmit(setError, ['email', 'expiresInDays']);
  const onSubmit = handleSubmit(async ({ email, expiresInDays }) => {
    await send(async () => {
      const created = await client.admin.invites.create({
        ...(email.trim() === '' ? {} : { email: email.trim() }),
        expiresInDays: Number(expiresInDays),
      });
      setInvite(created);
      await reloadList('invites');
    });
  });
  const { ref: emailRef, ...email } = register('email');
  const { ref: expiryRef, ...expiry } = register('expiresInDays');
  if (invite !== undefined)
    return (
      <Dialog
        title={invites.createdTitle}
        description={
          invite.email === null
            ? invites.createdForAnybody({ until: date(invite.expiresAt) })
            : invite.mailDelivery === 'smtp'
              ? invites.createdMailed({ email: invite.email, until: date(invite.expiresAt) })
              : invites.createdNotMailed({ email: invite.email, until: date(invite.expiresAt) })
        }
        onClose={onClose}
      >
        <CopyField label={invites.link} value={invite.url} />
        <DoneAction onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={invites.create} description={invites.createText} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void onSubmit(event)}>
        <TextField
          {...email}
          inputRef={emailRef}
          inputMode="email"
          label={invites.email}
          hint={invites.emailHint}
          error={errors.email?.message}
          autoComplete="off"
        />
        <SelectField
          {...expiry}
          selectRef={expiryRef}
          label={account.keys.expires}
          options={expiries.map((days) => [String(days), account.keys.inDays({ days })] as const)}
        />
        <FormError message={isClosed ? invites.closed : (errors.root?.message ?? errors.expiresInDays?.message)} />
        <FormActions submit={invites.create} disabled={isSubmitting || isClosed} onClose={onClose} />
      </form>
    </Dialog>
  );
}
