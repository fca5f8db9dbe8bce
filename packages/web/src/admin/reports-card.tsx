import { withoutTurns } from '@drive/contract/text-direction';
import type { AdminFile, Report } from '@drive/sdk';
import Flag from 'virtual:lucide/flag';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { Entry } from '../ui/entry-list.tsx';
import { adminKeys, reloadList } from './admin-keys.ts';

/** Reports of visitors that no administrator has closed. Shows nothing if there are none. */
export function ReportsCard({ onBlock }: { readonly onBlock: (file: AdminFile) => void }) {
  const { reports } = useMessages().admin;
  const pages = usePages({
    queryKey: adminKeys.reports,
    load: (cursor, signal) => client.admin.reports.list({ limit: 50, ...cursor }, { signal }),
  });
  if (pages.data?.entries.length === 0) return null;
  return (
    <Card title={reports.title} description={reports.description}>
      <PagesView label={reports.title} pages={pages} empty={null}>
        {(report) => <ReportEntry key={report.id} report={report} onBlock={onBlock} />}
      </PagesView>
    </Card>
  );
}

interface ReportEntryProps {
  readonly report: Report;
  readonly onBlock: (file: AdminFile) => void;
}

function ReportEntry({ report, onBlock }: ReportEntryProps) {
  const { reports, files } = useMessages().admin;
  const { moment } = useFormats();
  const act = useAct();
  const { id, reason, message, email, createdAt, shareName, owner, file } = report;
  const name = file?.name ?? shareName ?? reports.severalFiles;
  return (
    <Entry
      icon={<Flag size={22} />}
      title={name}
      badges={<Badge kind="bad">{reports.reasons[reason]}</Badge>}
      details={[
        owner?.email ?? files.nobody,
        ...(file === null ? [reports.everything] : []),
        moment(createdAt),
        ...(email === null ? [] : [reports.from({ email })]),
      ].join(' · ')}
      actions={
        <>
          {file !== null && file.quarantinedAt === null && (
            <Button type="button" aria-label={files.blockOf({ name })} onClick={() => onBlock(file)}>
              {files.block}
            </Button>
          )}
          <Button
            type="button"
            disabled={act.isPending}
            aria-label={reports.closeOf({ name })}
            onClick={() =>
              act.run(async () => {
                await client.admin.reports.close(id);
                await reloadList('reports');
              }, reports.closed({ name }))
            }
          >
            {reports.close}
          </Button>
        </>
      }
    >
      {message !== null && (
        <p className="mt-2 rounded-lg bg-page p-3 text-body whitespace-pre-line wrap-anywhere" dir="auto">
          {withoutTurns(message)}
        </p>
      )}
    </Entry>
  );
}
