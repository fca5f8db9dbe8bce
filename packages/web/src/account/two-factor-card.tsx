import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { Dialog, FormActions } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { totpQuery } from './account-queries.ts';

const TwoFactorDialog = lazy(loadEarly(() => import('./two-factor-dialog.tsx')));

/** Turns two-factor authentication on and off. */
export function TwoFactorCard() {
  const { totp } = useMessages().account;
  const query = useQuery(totpQuery);
  const [open, setOpen] = useState<'on' | 'off'>();
  const enabled = query.data?.enabled;
  const close = (): void => {
    setOpen(undefined);
    // A second factor may be all that other data waited for.
    void queryClient.invalidateQueries();
  };
  return (
    <Card
      title={totp.title}
      description={enabled === true ? totp.onText({ left: query.data?.recoveryCodesLeft ?? 0 }) : totp.offText}
      action={
        enabled !== undefined && (
          <div className="flex items-center gap-3">
            <Badge kind={enabled ? 'good' : 'plain'}>{enabled ? totp.on : totp.off}</Badge>
            <Button type="button" kind={enabled ? 'plain' : 'primary'} onClick={() => setOpen(enabled ? 'off' : 'on')}>
              {enabled ? totp.turnOff : totp.turnOn}
            </Button>
          </div>
        )
      }
    >
      {query.data === undefined && <QueryView query={query}>{() => undefined}</QueryView>}
      {open === 'on' && (
        <Suspense>
          <TwoFactorDialog onClose={close} />
        </Suspense>
      )}
      {open === 'off' && <TurnOffDialog onClose={close} />}
    </Card>
  );
}

function TurnOffDialog({ onClose }: { readonly onClose: () => void }) {
  const { account } = useMessages();
  const { totp, password } = account;
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const send = useSubmit(setError, ['password'], { field: 'password', text: password.wrong });
  const onSubmit = handleSubmit(async (typed) => {
    if (!(await send(() => client.auth.totp.remove(typed.password).then(() => {})))) return;
    notify({ text: totp.isOff });
    onClose();
  });
  return (
    <Dialog title={totp.turnOff} description={totp.offConfirm} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void onSubmit(event)}>
        <PasswordField
          field={register('password', { required: password.needed })}
          label={totp.password}
          error={formState.errors.password?.message}
          autoComplete="current-password"
        />
        <FormError message={formState.errors.root?.message} />
        <FormActions submit={totp.turnOff} kind="danger" disabled={formState.isSubmitting} onClose={onClose} />
      </form>
    </Dialog>
  );
}
