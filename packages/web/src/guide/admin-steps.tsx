import type { AdminStats } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { statsQuery } from '../admin/stats-query.ts';
import { TestMailCard } from '../admin/test-mail-card.tsx';
import { configQuery } from '../api/session.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';

/** What an administrator should see to before others rely on the server. */
export function AdminSteps() {
  const { guide } = useMessages();
  const { data: config } = useQuery(configQuery);
  const { data: stats } = useQuery(statsQuery);
  if (config === undefined) return undefined;
  return (
    <>
      <TestMailCard />
      {stats !== undefined && <BackupCard backups={stats.backups} />}
      <Card
        title={guide.invite}
        description={config.registration === 'closed' ? guide.inviteClosed : guide.inviteText}
        action={
          <Link to="/admin/invites" className={buttonClass()}>
            {guide.toInvites}
          </Link>
        }
      />
      {stats !== undefined && <SecondAdminCard admins={stats.users.admins} />}
    </>
  );
}

function BackupCard({ backups }: Pick<AdminStats, 'backups'>) {
  const { guide } = useMessages();
  const { moment } = useFormats();
  const failure = backups?.failure ?? undefined;
  const lastAt = backups?.lastAt ?? undefined;
  const isGood = backups !== null && failure === undefined;
  return (
    <Card
      title={guide.backup}
      description={
        backups === null ? guide.backupMissing : guide.backupOn({ hours: backups.everyHours, kept: backups.keep })
      }
      action={<Badge kind={isGood ? 'good' : 'bad'}>{isGood ? guide.done : guide.open}</Badge>}
    >
      {failure !== undefined && <p className="font-medium text-bad">{failure.message}</p>}
      {lastAt !== undefined && <p className="text-body">{guide.lastBackup({ when: moment(lastAt) })}</p>}
    </Card>
  );
}

function SecondAdminCard({ admins }: { readonly admins: number }) {
  const { guide } = useMessages();
  const isDone = admins > 1;
  return (
    <Card
      title={guide.secondAdmin}
      description={isDone ? guide.secondAdminDone({ count: admins }) : guide.secondAdminText}
      action={
        isDone ? (
          <Badge kind="good">{guide.done}</Badge>
        ) : (
          <Link to="/admin/users" className={buttonClass()}>
            {guide.toUsers}
          </Link>
        )
      }
    />
  );
}
