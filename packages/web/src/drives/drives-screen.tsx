import type { TeamDrive } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import HardDrive from 'virtual:lucide/hard-drive';
import Plus from 'virtual:lucide/plus';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge } from '../ui/card.tsx';
import { Entry, EntryList } from '../ui/entry-list.tsx';
import { shownName } from '../ui/shown-name.ts';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { DriveDialog, NewDriveDialog, type DriveQuestion } from './drive-dialogs.tsx';
import { drivesQuery, isManager } from './drive-queries.ts';

type Question = { readonly kind: DriveQuestion; readonly drive: TeamDrive } | { readonly kind: 'create' };

/** The team drives of the user, with what they hold and who may do what. */
export function DrivesScreen() {
  const { drives } = useMessages();
  useTitle(drives.title);
  const query = useQuery(drivesQuery);
  const [question, setQuestion] = useState<Question>();
  const close = (): void => setQuestion(undefined);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex min-h-14 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 sm:px-5.5">
        <h1 className="flex-1 text-title font-semibold tracking-tight">{drives.title}</h1>
        {query.data?.mayCreate === true && (
          <Button type="button" kind="primary" onClick={() => setQuestion({ kind: 'create' })}>
            <Plus size={18} aria-hidden />
            {drives.create}
          </Button>
        )}
      </div>
      <QueryView query={query}>
        {({ drives: list, mayCreate }) =>
          list.length === 0 ? (
            <StatePage icon={<HardDrive size={36} />} title={drives.none}>
              <p>{mayCreate ? drives.noneCreate : drives.noneHint}</p>
            </StatePage>
          ) : (
            <div className="max-w-6xl px-4 pt-3 pb-24 sm:px-5.5">
              <p className="mb-4 max-w-prose text-dense text-muted">{drives.description}</p>
              <EntryList label={drives.title}>
                {list.map((drive) => (
                  <DriveEntry key={drive.id} drive={drive} onAsk={(kind) => setQuestion({ kind, drive })} />
                ))}
              </EntryList>
            </div>
          )
        }
      </QueryView>
      {question?.kind === 'create' && <NewDriveDialog onClose={close} />}
      {question !== undefined && question.kind !== 'create' && (
        <DriveDialog question={question.kind} drive={question.drive} onClose={close} />
      )}
    </div>
  );
}

interface DriveEntryProps {
  readonly drive: TeamDrive;
  readonly onAsk: (kind: DriveQuestion) => void;
}

function DriveEntry({ drive, onAsk }: DriveEntryProps) {
  const { drives, access, storage } = useMessages();
  const { size } = useFormats();
  const { name, rootId, role, usedBytes, quotaBytes, memberCount } = drive;
  return (
    <Entry
      icon={<HardDrive size={20} />}
      title={
        <Link
          to="/files/$folderId"
          params={{ folderId: rootId }}
          className="inline-flex min-h-9 min-w-11 items-center hover:underline pointer-coarse:min-h-11"
          dir="auto"
        >
          {shownName(name)}
        </Link>
      }
      badges={<Badge>{access.roles[role]}</Badge>}
      details={[
        drives.members({ count: memberCount }),
        quotaBytes === null
          ? storage.usedWithoutQuota({ used: size(usedBytes) })
          : storage.used({ used: size(usedBytes), quota: size(quotaBytes) }),
      ].join(' · ')}
      actions={
        <>
          <Button type="button" aria-label={drives.membersButton({ name })} onClick={() => onAsk('members')}>
            {drives.showMembers}
          </Button>
          {isManager(drive) && (
            <Button type="button" aria-label={drives.settingsOf({ name })} onClick={() => onAsk('settings')}>
              {drives.settings}
            </Button>
          )}
        </>
      }
    />
  );
}
