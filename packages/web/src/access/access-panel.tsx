import type { AccessList, Item, ItemRole } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import User from 'virtual:lucide/user';
import { folderPathQuery } from '../api/items.ts';
import { useMe } from '../api/session.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Badge } from '../ui/card.tsx';
import { Entry, EntryList } from '../ui/entry-list.tsx';
import { accessQuery, givesRoles } from './access-queries.ts';
import { GiveAccessForm } from './give-access-form.tsx';
import { GrantEntry } from './grant-entry.tsx';
import { InvitationEntry } from './invitation-entry.tsx';

interface AccessPanelProps {
  readonly itemId: string;
  /** The user has given up their own access. */
  readonly onLeft: () => void;
}

/** Who has access to an item: the caller's own role, roles to give, and those that were given. */
export default function AccessPanel({ itemId, onLeft }: AccessPanelProps) {
  const { access: texts } = useMessages();
  const query = useQuery(accessQuery(itemId));
  const { data: path } = useQuery(folderPathQuery(itemId));
  const me = useMe();
  const item = path?.at(-1);
  return (
    <QueryView query={query}>
      {(access) => (
        <div className="space-y-5">
          <OwnRole role={access.effectiveRole} />
          {givesRoles(access.effectiveRole) && (
            <GiveAccessForm
              itemId={itemId}
              access={access}
              excluded={[me?.id, item?.ownerId].filter((id) => typeof id === 'string')}
            />
          )}
          <section aria-label={texts.list}>
            <h3 className="mb-2 text-body font-semibold">{texts.list}</h3>
            <Grants itemId={itemId} access={access} path={path ?? []} meId={me?.id} onLeft={onLeft} />
          </section>
        </div>
      )}
    </QueryView>
  );
}

function OwnRole({ role }: { readonly role: ItemRole }) {
  const { access } = useMessages();
  return (
    <p className="rounded-lg bg-page px-3 py-2.5 text-body">
      {role === 'owner' ? (
        access.isOwner
      ) : (
        <>
          <span className="font-semibold">{access.yourRole({ role: access.roles[role] })}</span>{' '}
          <span className="text-muted">{access.mayDo[role]}</span>
        </>
      )}
    </p>
  );
}

interface GrantsProps {
  readonly itemId: string;
  readonly access: AccessList;
  /** From the topmost folder that the caller reaches down to the item. */
  readonly path: readonly Item[];
  readonly meId: string | undefined;
  readonly onLeft: () => void;
}

function Grants({ itemId, access: { access, invitations, effectiveRole }, path, meId, onLeft }: GrantsProps) {
  const { access: texts } = useMessages();
  const item = path.at(-1);
  const gives = givesRoles(effectiveRole);
  // Those of the item itself first, as they can be changed here.
  const grants = access.toSorted((a, b) => Number(a.inheritedFrom !== null) - Number(b.inheritedFrom !== null));
  const ownerName = item?.role === 'owner' ? undefined : item?.ownerName;
  return (
    <>
      <EntryList label={texts.list}>
        {item !== undefined && item.driveId === null && (
          <Entry
            icon={<User size={20} />}
            title={ownerName ?? (item.role === 'owner' ? texts.you : texts.roles.owner)}
            badges={<Badge kind="accent">{texts.roles.owner}</Badge>}
          />
        )}
        {grants.map((grant) => (
          <GrantEntry
            key={grant.id}
            itemId={itemId}
            itemName={item?.name ?? ''}
            grant={grant}
            folder={path.find(({ id }) => id === grant.inheritedFrom)}
            isOwn={grant.principal.id === meId}
            gives={gives}
            onLeft={onLeft}
          />
        ))}
        {invitations.map((invitation) => (
          <InvitationEntry key={invitation.id} itemId={itemId} invitation={invitation} />
        ))}
      </EntryList>
      {!gives && <p className="mt-3 text-sm text-muted">{texts.onlyOwn}</p>}
      {gives && access.length + invitations.length === 0 && (
        <p className="mt-3 text-sm text-muted">{texts.nobodyElse}</p>
      )}
    </>
  );
}
