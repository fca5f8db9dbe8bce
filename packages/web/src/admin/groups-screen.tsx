import type { Group } from '@drive/sdk';
import { useCallback, useState } from 'react';
import Plus from 'virtual:lucide/plus';
import Users from 'virtual:lucide/users';
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
import { FilterBar, SearchFilter } from './filter-bar.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { GroupMembers } from './group-members.tsx';

type Question = { readonly kind: 'rename' | 'members' | 'delete'; readonly group: Group } | { readonly kind: 'create' };

/** All groups: search, create, rename, delete, and their members. */
export function GroupsScreen() {
  const { groups } = useMessages().admin;
  useTitle(groups.title);
  const [q, setQ] = useState('');
  const [question, setQuestion] = useState<Question>();
  const close = (): void => setQuestion(undefined);
  const act = useAct();
  const pages = usePages({
    queryKey: [...adminKeys.groups, q],
    load: (cursor, signal) =>
      client.admin.groups.list({ limit: 50, ...(q === '' ? {} : { q }), ...cursor }, { signal }),
  });
  const remove = ({ id, name }: Group): void =>
    act.run(async () => {
      await client.admin.groups.delete(id);
      await reloadList('groups');
    }, groups.deleted({ name }));
  return (
    <Card
      title={groups.title}
      description={groups.description}
      action={
        <Button type="button" kind="primary" onClick={() => setQuestion({ kind: 'create' })}>
          <Plus size={18} aria-hidden />
          {groups.create}
        </Button>
      }
    >
      <FilterBar>
        <SearchFilter label={groups.search} value={q} onChange={useCallback((text: string) => setQ(text), [])} />
      </FilterBar>
      <PagesView
        label={groups.title}
        pages={pages}
        empty={
          <StatePage icon={<Users size={36} />} title={groups.none}>
            <p>{groups.noneText}</p>
          </StatePage>
        }
      >
        {(group) => <GroupEntry key={group.id} group={group} onAsk={(kind) => setQuestion({ kind, group })} />}
      </PagesView>
      {question?.kind === 'create' && <GroupDialog onClose={close} />}
      {question?.kind === 'rename' && <GroupDialog group={question.group} onClose={close} />}
      {question?.kind === 'members' && <GroupMembers group={question.group} onClose={close} />}
      {question?.kind === 'delete' && (
        <ConfirmDialog
          title={groups.deleteTitle({ name: question.group.name })}
          text={groups.deleteText}
          action={groups.delete}
          onConfirm={() => remove(question.group)}
          onClose={close}
        />
      )}
    </Card>
  );
}

interface GroupEntryProps {
  readonly group: Group;
  readonly onAsk: (kind: 'rename' | 'members' | 'delete') => void;
}

function GroupEntry({ group: { name, memberCount, externalId, createdAt }, onAsk }: GroupEntryProps) {
  const { groups } = useMessages().admin;
  const { date } = useFormats();
  return (
    <Entry
      icon={<Users size={20} />}
      title={name}
      details={[
        groups.members({ count: memberCount }),
        groups.created({ date: date(createdAt) }),
        ...(externalId === null ? [] : [groups.external]),
      ].join(' · ')}
      actions={
        <>
          <Button type="button" aria-label={groups.membersOf({ name })} onClick={() => onAsk('members')}>
            {groups.showMembers}
          </Button>
          <Button type="button" aria-label={groups.renameOf({ name })} onClick={() => onAsk('rename')}>
            {groups.rename}
          </Button>
          <Button
            type="button"
            kind="ghost"
            className="text-bad!"
            aria-label={groups.deleteOf({ name })}
            onClick={() => onAsk('delete')}
          >
            {groups.delete}
          </Button>
        </>
      }
    />
  );
}
