import type { Group, GroupMember } from '@drive/sdk';
import X from 'virtual:lucide/x';
import { PrincipalField, type Found } from '../access/principal-field.tsx';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { IconButton } from '../ui/button.tsx';
import { Badge } from '../ui/card.tsx';
import { Dialog, DoneAction } from '../ui/dialog.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { adminKeys, reloadList } from './admin-keys.ts';

const foundUsers = 20;

/** Finds accounts by a part of the name or the address. */
export const findUsers = async (q: string, signal: AbortSignal): Promise<readonly Found[]> => {
  const { items } = await client.admin.users.list({ q, limit: foundUsers }, { signal });
  return items.map(({ id, name, email }) => ({ type: 'user', id, name, email }));
};

/** The members of a group: adds users, and removes them. */
export function GroupMembers({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const { groups } = useMessages().admin;
  const act = useAct();
  const pages = usePages({
    queryKey: [...adminKeys.groups, 'members', group.id],
    load: (cursor, signal) => client.admin.groups.members(group.id, { limit: 50, ...cursor }, { signal }),
  });
  const change = (run: () => PromiseLike<unknown>, done: string): void =>
    act.run(async () => {
      await run();
      await reloadList('groups');
    }, done);
  const members = pages.data?.entries ?? [];
  return (
    <Dialog wide title={groups.membersOf({ name: group.name })} onClose={onClose}>
      <div className="space-y-5">
        <PrincipalField
          label={groups.addMember}
          findKey="users"
          find={findUsers}
          excluded={new Set(members.map(({ id }) => id))}
          takesEmail={false}
          onChoose={({ id, email }) =>
            id !== null &&
            change(() => client.admin.groups.addMember(group.id, id), groups.added({ email: email ?? '' }))
          }
        />
        <PagesView
          label={groups.membersOf({ name: group.name })}
          pages={pages}
          empty={<p className="text-body text-muted">{groups.noMembers}</p>}
        >
          {(member) => (
            <MemberEntry
              key={member.id}
              member={member}
              isBusy={act.isPending}
              onRemove={() =>
                change(
                  () => client.admin.groups.removeMember(group.id, member.id),
                  groups.removed({ email: member.email }),
                )
              }
            />
          )}
        </PagesView>
      </div>
      <DoneAction onClose={onClose} />
    </Dialog>
  );
}

interface MemberEntryProps {
  readonly member: GroupMember;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

function MemberEntry({ member: { name, email, source, addedAt }, isBusy, onRemove }: MemberEntryProps) {
  const { groups } = useMessages().admin;
  const { date } = useFormats();
  return (
    <Entry
      title={name ?? email}
      badges={source === 'admin' ? undefined : <Badge>{groups.sources[source]}</Badge>}
      details={[...(name === null ? [] : [email]), groups.addedAt({ date: date(addedAt) })].join(' · ')}
      actions={
        <IconButton
          type="button"
          label={groups.removeOf({ email })}
          icon={<X size={20} />}
          disabled={isBusy}
          onClick={onRemove}
        />
      }
    />
  );
}
