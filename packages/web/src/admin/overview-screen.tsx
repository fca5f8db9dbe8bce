import type { AdminStats } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { QueryView } from '../screen/query-view.tsx';
import { Card } from '../ui/card.tsx';
import { FactLine } from '../ui/entry-list.tsx';
import { Progress } from '../ui/progress.tsx';
import { useTitle } from '../ui/use-title.ts';
import { HistoryCard } from './history-card.tsx';
import { statsQuery } from './stats-query.ts';

const refreshMs = 30_000;
/** Below this free share of the storage, an operator should act. */
const fewFree = 0.1;

/** The numbers of the server, counted again every half minute. */
export function OverviewScreen() {
  const { overview } = useMessages().admin;
  useTitle(overview.title);
  const query = useQuery({ ...statsQuery, refetchInterval: refreshMs });
  return <QueryView query={query}>{(stats) => <Numbers stats={stats} />}</QueryView>;
}

function Numbers({ stats }: { readonly stats: AdminStats }) {
  const { overview } = useMessages().admin;
  const { number, size, moment } = useFormats();
  const { users, storage, files, shares, server, backups } = stats;
  const lastBackupAt = backups?.lastAt ?? null;
  const share = storage.storedBytes / Math.max(1, storage.storedBytes + storage.freeBytes);
  const isFull = share > 1 - fewFree;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Tile label={overview.users} value={number(users.total)}>
          {overview.usersDetail({ admins: number(users.admins), disabled: number(users.disabled) })}
        </Tile>
        <Tile label={overview.files} value={number(files.total)}>
          {overview.filesDetail({
            anonymous: number(files.anonymous),
            quarantined: number(files.quarantined),
            reports: number(stats.reports.open),
          })}
        </Tile>
        <Tile label={overview.stored} value={size(storage.storedBytes)}>
          {overview.storedDetail({ trash: size(storage.trashBytes) })}
        </Tile>
        <Tile label={overview.shares} value={number(shares.active)}>
          {overview.sharesDetail({ open: number(shares.public), locked: number(shares.protected) })}
        </Tile>
      </div>
      <Card title={overview.disk}>
        <Progress label={overview.disk} value={share} kind={isFull ? 'bad' : 'normal'} />
        <p className="mt-2 text-body text-muted">
          {overview.diskDetail({
            stored: size(storage.storedBytes),
            free: size(storage.freeBytes),
            reserved: size(storage.reservedBytes),
          })}
        </p>
        {isFull && <p className="mt-2 font-medium text-bad">{overview.diskFull}</p>}
      </Card>
      <HistoryCard />
      <div className="grid gap-5 lg:grid-cols-2">
        <Card title={overview.plans}>
          <table className="w-full text-body">
            <thead>
              <tr className="text-start text-sm text-muted">
                <th className="pb-2 font-medium">{overview.plan}</th>
                <th className="pb-2 text-end font-medium">{overview.users}</th>
                <th className="pb-2 text-end font-medium">{overview.files}</th>
                <th className="pb-2 text-end font-medium">{overview.stored}</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line tabular-nums">
              {(['free', 'paid'] as const).map((plan) => (
                <tr key={plan}>
                  <th scope="row" className="py-2 text-start font-medium">
                    {overview.planNames[plan]}
                  </th>
                  <td className="py-2 text-end">{number(users.plans[plan].users)}</td>
                  <td className="py-2 text-end">{number(users.plans[plan].files)}</td>
                  <td className="py-2 text-end">{size(users.plans[plan].storedBytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
        <WorkCard stats={stats} />
        <Card title={overview.access}>
          <Facts
            facts={[
              [overview.sessions, number(stats.sessions)],
              [overview.keys, number(stats.apiKeys)],
            ]}
          />
        </Card>
        <Card title={overview.server}>
          <Facts
            facts={[
              [overview.version, server.version],
              [overview.database, server.database === 'sqlite' ? 'SQLite' : 'Postgres'],
              [overview.started, moment(server.startedAt)],
              [overview.backup, lastBackupAt === null ? overview.noBackup : moment(lastBackupAt)],
              [overview.counted, moment(stats.countedAt)],
            ]}
          />
          {backups?.failure !== undefined && backups.failure !== null && (
            <p className="mt-3 font-medium text-bad">{backups.failure.message}</p>
          )}
        </Card>
      </div>
    </>
  );
}

function WorkCard({ stats }: { readonly stats: AdminStats }) {
  const { overview } = useMessages().admin;
  const { number, duration } = useFormats();
  const { jobs, deliveries } = stats;
  return (
    <Card title={overview.work}>
      <Facts
        facts={[
          [
            overview.jobs,
            overview.jobsDetail({
              waiting: number(jobs.waiting),
              due: number(jobs.due),
              running: number(jobs.running),
            }),
          ],
          [
            overview.failedJobs,
            <span key="failed" className={jobs.failed > 0 ? 'font-semibold text-bad' : ''}>
              {number(jobs.failed)}
            </span>,
          ],
          [overview.oldestJob, duration(jobs.oldestDueSeconds)],
          [overview.webhooks, number(deliveries.webhooks)],
          [overview.pending, number(deliveries.pending)],
          [overview.uploads, number(stats.uploads.open)],
        ]}
      />
    </Card>
  );
}

function Tile({ label, value, children }: { label: string; value: string; children: string }) {
  return (
    <section aria-label={label} className="rounded-2xl border border-line bg-card p-4 shadow-card sm:p-5">
      <h2 className="text-sm font-medium text-muted">{label}</h2>
      <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">{value}</p>
      <p className="mt-1 text-sm text-muted">
        <FactLine facts={children.split(' · ')} />
      </p>
    </section>
  );
}

const Facts = ({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="divide-y divide-line text-body">
    {facts.map(([name, value]) => (
      <div key={name} className="flex flex-wrap justify-between gap-x-6 py-2 first:pt-0 last:pb-0">
        <dt className="text-muted">{name}</dt>
        <dd className="font-medium tabular-nums wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);
