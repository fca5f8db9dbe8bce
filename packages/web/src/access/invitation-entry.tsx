import type { AccessInvitation } from '@drive/sdk';
import { useMutation } from '@tanstack/react-query';
import Mail from 'virtual:lucide/mail';
import X from 'virtual:lucide/x';
import { errorText } from '../api/error-text.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from '../ui/button.tsx';
import { Badge } from '../ui/card.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { notify } from '../ui/notices.ts';
import { shownName } from '../ui/shown-name.ts';
import { reloadAccess, revokeAccess } from './access-queries.ts';

interface InvitationEntryProps {
  readonly itemId: string;
  readonly invitation: AccessInvitation;
}

/** Somebody who was invited to an item and has not accepted yet. */
export function InvitationEntry({ itemId, invitation }: InvitationEntryProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { access: texts } = messages;
  const { role, inheritedFrom } = invitation;
  const email = shownName(invitation.email);
  const { mutate, isPending } = useMutation({
    mutationFn: () => revokeAccess(itemId, invitation),
    onSuccess: () => notify({ text: texts.uninvited({ email }) }),
    onError: (error) => {
      notify({ kind: 'bad', text: errorText(error, messages, formats) });
      void reloadAccess(itemId);
    },
  });
  return (
    <Entry
      icon={<Mail size={20} />}
      title={email}
      {...(inheritedFrom === null ? {} : { details: texts.fromAbove })}
      actions={
        <>
          <Badge>{texts.isInvited({ role: texts.roles[role] })}</Badge>
          {inheritedFrom === null && (
            <IconButton
              type="button"
              label={texts.uninvite({ email })}
              icon={<X size={20} />}
              disabled={isPending}
              onClick={() => mutate()}
            />
          )}
        </>
      }
    />
  );
}
