import type { AdminTeamDrive } from '@drive/sdk';
import { useCallback, useState } from 'react';
import HardDrive from 'virtual:lucide/hard-drive';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { refreshDrives } from '../drives/drive-queries.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { adminKeys, reloadList } from './admin-keys.ts';
import { FilterBar, SearchFilter } from './filter-bar.tsx';

type Which = 'current' | 'deleted';

/** All team drives: those in use, and the deleted ones, which can be restored or deleted forever. */
export function AdminDrivesScreen() {
  const { drives } = useMessages().admin;
  useTitle(drives.title);
  const [q, setQ] = useState('');
  const [which, setWhich] = useState<Which>('current');
  const deleted = which === 'deleted';
  const pages = usePages({
    queryKey: [...adminKeys.drives, q, which],
    load: (cursor, signal) =>
      client.admin.drives.list({ limit: 50, deleted, ...(q === '' ? {} : { q }), ...cursor }, { signal }),
  });
  return (
    <Card title={drives.title} description={drives.description}>
      <FilterBar>
        <SearchFilter label={drives.search} value={q} onChange={useCallback((text: string) => setQ(text), [])} />
        <SelectField
          label={drives.show}
          value={which}
          options={(['current', 'deleted'] as const).map((each) => [each, drives.which[each]])}
          onChange={({ target }) => setWhich(target.value as Which)}
        />
      </FilterBar>
      <PagesView
        label={drives.title}
        pages={pages}
        empty={<StatePage icon={<HardDrive size={36} />} title={deleted ? drives.noneDeleted : drives.none} />}
      >
        {(drive) => <DriveEntry key={drive.id} drive={drive} />}
      </PagesView>
    </Card>
  );
}

function DriveEntry({ drive }: { readonly drive: AdminTeamDrive }) {
  const { storage, admin } = useMessages();
  const { drives } = admin;
  const { size, date } = useFormats();
  const act = useAct();
  const [question, setQuestion] = useState<'take-over' | 'purge'>();
  const { id, name, usedBytes, quotaBytes, memberCount, itemCount, createdAt, deletedAt } = drive;
  const change = (run: () => PromiseLike<unknown>, done: string): void =>
    act.run(async () => {
      await run();
      await Promise.all([reloadList('drives'), refreshDrives()]);
    }, done);
  return (
    <Entry
      icon={<HardDrive size={20} />}
      title={name}
      details={[
        drives.members({ count: memberCount }),
        drives.items({ count: itemCount }),
        quotaBytes === null
          ? storage.usedWithoutQuota({ used: size(usedBytes) })
          : storage.used({ used: size(usedBytes), quota: size(quotaBytes) }),
        deletedAt === null ? drives.created({ date: date(createdAt) }) : drives.deletedAt({ date: date(deletedAt) }),
      ].join(' · ')}
      actions={
        deletedAt === null ? (
          <Button type="button" aria-label={drives.takeOverOf({ name })} onClick={() => setQuestion('take-over')}>
            {drives.takeOver}
          </Button>
        ) : (
          <>
            <Button
              type="button"
              disabled={act.isPending}
              aria-label={drives.restoreOf({ name })}
              onClick={() => change(() => client.admin.drives.restore(id), drives.restored({ name }))}
            >
              {drives.restore}
            </Button>
            <Button
              type="button"
              kind="ghost"
              className="text-bad!"
              aria-label={drives.purgeOf({ name })}
              onClick={() => setQuestion('purge')}
            >
              {drives.purge}
            </Button>
          </>
        )
      }
    >
      {question === 'take-over' && (
        <ConfirmDialog
          title={drives.takeOverTitle({ name })}
          text={drives.takeOverText}
          action={drives.takeOver}
          onConfirm={() => change(() => client.admin.drives.restore(id), drives.takenOver({ name }))}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {question === 'purge' && (
        <ConfirmDialog
          title={drives.purgeTitle({ name })}
          text={drives.purgeText({ count: itemCount, used: size(usedBytes) })}
          action={drives.purge}
          onConfirm={() => change(() => client.admin.drives.purge(id), drives.purged({ name }))}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </Entry>
  );
}
