import type { UserIdentity } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import LogIn from 'virtual:lucide/log-in';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EntryList, Entry } from '../ui/entry-list.tsx';
import { identitiesQuery } from './account-queries.ts';
import { useProof } from './use-proof.tsx';

/** Accounts at the issuer of single sign-on: links and unlinks them. */
export function IdentitiesCard({ issuer }: { readonly issuer: string }) {
  const { identities } = useMessages().account;
  const query = useQuery(identitiesQuery);
  const act = useAct();
  const { withProof, dialog } = useProof();
  const [removing, setRemoving] = useState<UserIdentity>();
  const link = async (): Promise<void> => window.location.assign((await client.account.identities.link()).url);
  return (
    <Card
      title={identities.title}
      description={identities.description({ issuer })}
      action={
        query.data?.length === 0 && (
          <Button type="button" kind="primary" disabled={act.isPending} onClick={() => act.run(() => withProof(link))}>
            {identities.link({ issuer })}
          </Button>
        )
      }
    >
      <QueryView query={query}>
        {(all) => (
          <EntryList label={identities.title}>
            {all.map((identity) => (
              <IdentityEntry key={identity.id} identity={identity} onRemove={() => setRemoving(identity)} />
            ))}
          </EntryList>
        )}
      </QueryView>
      {removing !== undefined && (
        <ConfirmDialog
          title={identities.unlinkTitle({ name: removing.name })}
          text={identities.unlinkText}
          action={identities.unlink}
          onConfirm={() =>
            act.run(() =>
              withProof(async () => {
                await client.account.identities.unlink(removing.id);
                await queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey });
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

function IdentityEntry({ identity, onRemove }: { readonly identity: UserIdentity; readonly onRemove: () => void }) {
  const { identities, keys } = useMessages().account;
  const { moment } = useFormats();
  const { name, email, lastUsedAt } = identity;
  return (
    <Entry
      icon={<LogIn size={22} />}
      title={name}
      details={[email, keys.used({ when: moment(lastUsedAt) })].filter((each) => each !== null).join(' · ')}
      actions={
        <Button type="button" aria-label={identities.unlinkOf({ name })} onClick={onRemove}>
          {identities.unlink}
        </Button>
      }
    />
  );
}
