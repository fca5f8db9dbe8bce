import type { Passkey, PasskeyOptions } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import Fingerprint from 'virtual:lucide/fingerprint-pattern';
import Plus from 'virtual:lucide/plus';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EntryList, Entry } from '../ui/entry-list.tsx';
import { passkeysQuery } from './account-queries.ts';
import { useProof } from './use-proof.tsx';

const NewPasskeyDialog = lazy(loadEarly(() => import('./new-passkey-dialog.tsx')));

/** Passkeys: adds and removes them. */
export function PasskeysCard() {
  const { passkeys } = useMessages().account;
  const query = useQuery(passkeysQuery);
  const act = useAct();
  const { withProof, dialog } = useProof();
  const [adding, setAdding] = useState<PasskeyOptions>();
  const [removing, setRemoving] = useState<Passkey>();
  // A second factor may be all that other data waited for.
  const reload = () => queryClient.invalidateQueries();
  return (
    <Card
      title={passkeys.title}
      description={passkeys.description}
      action={
        <Button
          type="button"
          kind="primary"
          disabled={act.isPending}
          onClick={() =>
            act.run(() => withProof(async () => setAdding(await client.auth.passkeys.startRegistration())))
          }
        >
          <Plus size={18} aria-hidden />
          {passkeys.add}
        </Button>
      }
    >
      <QueryView query={query}>
        {(all) => (
          <EntryList label={passkeys.title}>
            {all.map((passkey) => (
              <PasskeyEntry key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
            ))}
          </EntryList>
        )}
      </QueryView>
      {adding !== undefined && (
        <Suspense>
          <NewPasskeyDialog options={adding} onAdded={() => void reload()} onClose={() => setAdding(undefined)} />
        </Suspense>
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={passkeys.removeTitle({ name: removing.name })}
          text={passkeys.removeText}
          action={passkeys.remove}
          onConfirm={() =>
            act.run(() =>
              withProof(async () => {
                await client.auth.passkeys.delete(removing.id);
                await reload();
              }),
            )
          }
          onClose={() => setRemoving(undefined)}
        />
      )}
      {dialog}
    </Card>
  );
}

function PasskeyEntry({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const { passkeys, keys } = useMessages().account;
  const { moment, date } = useFormats();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <Entry
      icon={<Fingerprint size={22} />}
      title={name}
      details={`${lastUsedAt === null ? keys.unused : keys.used({ when: moment(lastUsedAt) })} · ${keys.createdAt({ when: date(createdAt) })}`}
      actions={
        <Button type="button" aria-label={passkeys.removeOf({ name })} onClick={onRemove}>
          {passkeys.remove}
        </Button>
      }
    />
  );
}
