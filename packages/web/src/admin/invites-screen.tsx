import type { OpenInvite } from '@drive/sdk';
import { useState } from 'react';
import MailPlus from 'virtual:lucide/mail-plus';
import Plus from 'virtual:lucide/plus';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { adminKeys, reloadList } from './admin-keys.ts';
import { InviteDialog } from './invite-dialog.tsx';

/** Invitations that can still be used. */
export function InvitesScreen() {
  const { invites } = useMessages().admin;
  const { date } = useFormats();
  useTitle(invites.title);
  const act = useAct();
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<OpenInvite>();
  const pages = usePages({
    queryKey: adminKeys.invites,
    load: (cursor, signal) => client.admin.invites.list({ limit: 50, ...cursor }, { signal }),
  });
  return (
    <Card
      title={invites.title}
      description={invites.description}
      action={
        <Button type="button" kind="primary" onClick={() => setCreating(true)}>
          <Plus size={18} aria-hidden />
          {invites.create}
        </Button>
      }
    >
      <PagesView
        label={invites.title}
        pages={pages}
        empty={
          <StatePage icon={<MailPlus size={36} />} title={invites.none}>
            <p>{invites.noneText}</p>
          </StatePage>
        }
      >
        {(invite) => (
          <Entry
            key={invite.id}
            title={invite.email ?? invites.anybody}
            details={[
              invites.created({ when: date(invite.createdAt) }),
              ...(invite.invitedBy === null ? [] : [invites.by({ email: invite.invitedBy })]),
              invites.expires({ when: date(invite.expiresAt) }),
            ].join(' · ')}
            actions={
              <Button
                type="button"
                aria-label={invites.revokeOf({ name: invite.email ?? invites.anybody })}
                onClick={() => setRevoking(invite)}
              >
                {invites.revoke}
              </Button>
            }
          />
        )}
      </PagesView>
      {isCreating && <InviteDialog onClose={() => setCreating(false)} />}
      {revoking !== undefined && (
        <ConfirmDialog
          title={invites.revokeTitle({ name: revoking.email ?? invites.anybody })}
          text={invites.revokeText}
          action={invites.revoke}
          onConfirm={() =>
            act.run(async () => {
              await client.admin.invites.revoke(revoking.id);
              await reloadList('invites');
            }, invites.revoked)
          }
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Card>
  );
}
