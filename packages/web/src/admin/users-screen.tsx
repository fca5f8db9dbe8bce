import type { AdminUser } from '@drive/sdk';
import { lazy, useCallback, useState } from 'react';
import Ellipsis from 'virtual:lucide/ellipsis';
import Plus from 'virtual:lucide/plus';
import Users from 'virtual:lucide/users';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { useMe } from '../api/session.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button, iconButtonClass } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { adminKeys, reloadList } from './admin-keys.ts';
import { FilterBar, SearchFilter } from './filter-bar.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import type { UserAction } from './user-actions-menu.tsx';
import { UserDialog } from './user-dialog.tsx';

const UserActionsMenu = lazy(loadEarly(() => import('./user-actions-menu.tsx')));

type State = '' | 'enabled' | 'disabled';

/** All accounts: search, invite, change, disable and delete. */
export function UsersScreen() {
  const { users } = useMessages().admin;
  useTitle(users.title);
  const [q, setQ] = useState('');
  const [state, setState] = useState<State>('');
  const [isInviting, setInviting] = useState(false);
  const [edited, setEdited] = useState<AdminUser>();
  const pages = usePages({
    queryKey: [...adminKeys.users, q, state],
    load: (cursor, signal) =>
      client.admin.users.list(
        {
          limit: 50,
          ...(q === '' ? {} : { q }),
          ...(state === '' ? {} : { disabled: state === 'disabled' }),
          ...cursor,
        },
        { signal },
      ),
  });
  return (
    <Card
      title={users.title}
      action={
        <Button type="button" kind="primary" onClick={() => setInviting(true)}>
          <Plus size={18} aria-hidden />
          {users.invite}
        </Button>
      }
    >
      <FilterBar>
        <SearchFilter label={users.search} value={q} onChange={useCallback((text: string) => setQ(text), [])} />
        <SelectField
          label={users.state}
          value={state}
          options={[
            ['', users.states.all],
            ['enabled', users.states.enabled],
            ['disabled', users.states.disabled],
          ]}
          onChange={({ target }) => setState(target.value as State)}
        />
      </FilterBar>
      <PagesView label={users.title} pages={pages} empty={<StatePage icon={<Users size={36} />} title={users.none} />}>
        {(user) => <UserEntry key={user.id} user={user} onEdit={() => setEdited(user)} />}
      </PagesView>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {edited !== undefined && <UserDialog user={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  );
}

/** Values of `disabled` that an account can get. One that its user has deleted can be kept by both. */
const statesFor = ({ disabledAt, deletesAt }: AdminUser): readonly boolean[] =>
  disabledAt === null ? [true] : deletesAt === null ? [false] : [false, true];

function UserEntry({ user, onEdit }: { readonly user: AdminUser; readonly onEdit: () => void }) {
  const { users, overview, transfer } = useMessages().admin;
  const { size, moment } = useFormats();
  const me = useMe();
  const act = useAct();
  const [question, setQuestion] = useState<'disable' | 'delete' | 'transfer'>();
  const { id, email, name, plan, isAdmin, disabledAt, deletesAt, vouchedAt, usedBytes, quotaBytes, lastActiveAt } =
    user;
  const isOwn = me?.id === id;
  const setDisabled = (disabled: boolean): void =>
    act.run(
      async () => {
        await client.admin.users.update(id, { disabled });
        await reloadList('users');
      },
      disabled ? users.disabled({ email }) : users.enabled({ email }),
    );
  const actions: readonly UserAction[] = [
    ...statesFor(user).map((disabled) => ({
      text: disabled ? users.disable : users.enable,
      label: disabled ? users.disableOf({ email }) : users.enableOf({ email }),
      run: () => (disabled ? setQuestion('disable') : setDisabled(false)),
    })),
    { text: transfer.action, label: transfer.of({ email }), run: () => setQuestion('transfer') },
    { text: users.delete, label: users.deleteOf({ email }), danger: true, run: () => setQuestion('delete') },
  ];
  return (
    <Entry
      title={name ?? email}
      badges={
        <>
          {isAdmin && <Badge kind="accent">{users.admin}</Badge>}
          {vouchedAt === null && <Badge kind="plain">{users.unvouched}</Badge>}
          {disabledAt !== null && (
            <Badge kind="bad">
              {deletesAt === null ? users.disabledState : users.deletes({ date: moment(deletesAt) })}
            </Badge>
          )}
        </>
      }
      details={[
        ...(name === null ? [] : [email]),
        overview.planNames[plan],
        quotaBytes === null
          ? users.used({ used: size(usedBytes) })
          : users.usedOf({ used: size(usedBytes), quota: size(quotaBytes) }),
        lastActiveAt === null ? users.neverActive : users.active({ when: moment(lastActiveAt) }),
      ].join(' · ')}
      actions={
        <>
          <Button type="button" aria-label={users.editOf({ email })} onClick={onEdit}>
            {users.edit}
          </Button>
          {!isOwn && <UserActions email={email} actions={actions} disabled={act.isPending} />}
        </>
      }
    >
      {question === 'disable' && (
        <ConfirmDialog
          title={users.disableTitle({ email })}
          text={users.disableText}
          action={users.disable}
          onConfirm={() => setDisabled(true)}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {question === 'transfer' && <TransferDialog user={user} onClose={() => setQuestion(undefined)} />}
      {question === 'delete' && (
        <ConfirmDialog
          title={users.deleteTitle({ email })}
          text={users.deleteText({ used: size(usedBytes) })}
          action={users.delete}
          onConfirm={() =>
            act.run(async () => {
              await client.admin.users.delete(id);
              await reloadList('users');
            }, users.deleted({ email }))
          }
          onClose={() => setQuestion(undefined)}
        />
      )}
    </Entry>
  );
}

interface UserActionsProps {
  readonly email: string;
  readonly actions: readonly UserAction[];
  readonly disabled: boolean;
}

/** Buttons beside an account, in a narrow window a menu. */
function UserActions({ email, actions, disabled }: UserActionsProps) {
  const { users } = useMessages().admin;
  return (
    <>
      <div className="flex gap-2 max-lg:hidden">
        {actions.map(({ text, label, danger = false, run }) => (
          <Button
            key={text}
            kind={danger ? 'ghost' : 'plain'}
            className={danger ? 'text-bad!' : ''}
            disabled={disabled}
            aria-label={label}
            onClick={run}
          >
            {text}
          </Button>
        ))}
      </div>
      <MenuButton
        popup={UserActionsMenu}
        content={actions}
        disabled={disabled}
        aria-label={users.moreOf({ email })}
        title={users.moreOf({ email })}
        className={`${iconButtonClass} -me-2 lg:hidden`}
      >
        <Ellipsis size={20} aria-hidden />
      </MenuButton>
    </>
  );
}
