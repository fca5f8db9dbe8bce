import type { AccessGrant, Item, MemberRole } from '@drive/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import User from 'virtual:lucide/user';
import Users from 'virtual:lucide/users';
import X from 'virtual:lucide/x';
import { useAttempt, useTellFailure } from '../api/actions.ts';
import { refreshItems } from '../api/item-changes.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Badge } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { notify } from '../ui/notices.ts';
import { shownName } from '../ui/shown-name.ts';
import { changeRole, giveBack, memberRoles, revokeAccess, reloadAccess } from './access-queries.ts';
import { nameOfFound } from './principal-field.tsx';

interface GrantEntryProps {
  readonly itemId: string;
  readonly itemName: string;
  readonly grant: AccessGrant;
  /** The folder on which the role was given, if it is another one and is known. */
  readonly folder: Item | undefined;
  readonly isOwn: boolean;
  /** Whether the caller gives roles on the item. */
  readonly gives: boolean;
  /** The user has given up their own access. */
  readonly onLeft: () => void;
}

/** Somebody with a role on an item. The role can be changed where it was given. */
export function GrantEntry(props: GrantEntryProps) {
  const { itemName, grant, folder, isOwn, gives } = props;
  const { access: texts } = useMessages();
  const { principal, role, inheritedFrom } = grant;
  const name = shownName(nameOfFound(principal));
  const isHere = inheritedFrom === null;
  const [asksToLeave, setAsksToLeave] = useState(false);
  const { isPending, wanted, change, remove, leave } = useGrantChanges(props, name);
  const details = [
    principal.type === 'group' ? texts.group : principal.name === null ? undefined : principal.email,
    isHere ? undefined : folder === undefined ? texts.fromAbove : texts.from({ folder: folder.name }),
  ].filter((fact) => typeof fact === 'string');
  return (
    <Entry
      icon={principal.type === 'group' ? <Users size={20} /> : <User size={20} />}
      title={name}
      badges={isOwn && <Badge>{texts.you}</Badge>}
      {...(details.length === 0 ? {} : { details: details.join(' · ') })}
      actions={
        <>
          {isHere && gives && !isOwn ? (
            <>
              <select
                aria-label={texts.roleOf({ name })}
                className="h-11 rounded-lg border border-edge bg-card px-3 text-body focus-visible:outline-offset-0"
                value={wanted ?? role}
                disabled={isPending}
                onChange={({ target }) => change(target.value as MemberRole)}
              >
                {memberRoles.map((each) => (
                  <option key={each} value={each}>
                    {texts.roles[each]}
                  </option>
                ))}
              </select>
              <IconButton
                type="button"
                label={texts.remove({ name })}
                icon={<X size={20} />}
                disabled={isPending}
                onClick={remove}
              />
            </>
          ) : (
            <Badge>{texts.roles[role]}</Badge>
          )}
          {isHere && isOwn && (
            <Button type="button" disabled={isPending} onClick={() => setAsksToLeave(true)}>
              {texts.leave}
            </Button>
          )}
        </>
      }
    >
      {asksToLeave && (
        <ConfirmDialog
          title={texts.leaveTitle({ name: itemName })}
          text={texts.leaveText}
          action={texts.leave}
          onConfirm={leave}
          onClose={() => setAsksToLeave(false)}
        />
      )}
    </Entry>
  );
}

interface Change {
  readonly run: () => Promise<void>;
  /** The role that is shown until the server answers. */
  readonly role?: MemberRole;
}

function useGrantChanges({ itemId, itemName, grant, onLeft }: GrantEntryProps, name: string) {
  const { access: texts, actions } = useMessages();
  const tell = useTellFailure();
  const attempt = useAttempt();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ run }: Change) => run(),
    onError: (error, change) => {
      tell(error, () => mutate(change));
      void reloadAccess(itemId);
    },
  });
  return {
    isPending,
    wanted: isPending ? variables.role : undefined,
    change: (role: MemberRole): void =>
      mutate({
        role,
        run: async () => {
          await changeRole(itemId, grant, role);
          notify({ text: texts.changed({ name, role: texts.roles[role] }) });
        },
      }),
    remove: (): void =>
      mutate({
        run: async () => {
          await revokeAccess(itemId, grant);
          const run = (): void => void attempt(async () => void (await giveBack(itemId, grant)));
          notify({ text: texts.removed({ name }), action: { label: actions.undo, run } });
        },
      }),
    leave: (): void =>
      mutate({
        run: async () => {
          await revokeAccess(itemId, grant);
          notify({ text: texts.left({ name: itemName }) });
          onLeft();
          await refreshItems();
        },
      }),
  };
}
