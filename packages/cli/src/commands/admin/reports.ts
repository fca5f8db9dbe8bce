import type { Report } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, RunAction } from '../context.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';

const NAME_COLUMNS = 30;
const MESSAGE_COLUMNS = 50;

export function defineReports(reports: Command, run: RunAction): void {
  reports.description('List and close what visitors report about shares.');
  reports
    .command('list')
    .alias('ls')
    .summary('List open reports, newest first')
    .description('List the reports that no administrator has closed, newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin reports list')
    .action(run(listReports));
  reports
    .command('close')
    .summary('Close reports')
    .description('Close reports, which deletes them. Quarantining or deleting a file closes the reports about it, too.')
    .argument('<report...>', 'id of a report')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin reports close 8d1e0b52-6a7f-4f0e-9f5b-0c9a1d2e3f40')
    .action(run(closeReports));
}

const listReports: Action<[]> = async (context) => {
  const { client } = await connect(context);
  const reports: Report[] = [];
  for await (const report of client.admin.reports.list({ limit: PAGE_ITEMS }, { signal: context.signal }))
    reports.push(report);
  await printList(context.output, reports, {
    columns: [
      ['REPORTED', ({ createdAt }) => formatTime(createdAt)],
      ['REASON', ({ reason }) => reason],
      ['FILE', (report) => shorten(printable(nameOf(report)), NAME_COLUMNS)],
      ['OWNER', ({ owner }) => owner?.email ?? 'nobody'],
      ['MESSAGE', ({ message }) => shorten(printable(message ?? ''), MESSAGE_COLUMNS)],
      ['ID', ({ id }) => id],
    ],
    plain: (report) =>
      tabbed(
        report.id,
        report.reason,
        report.file?.id ?? '',
        report.owner?.email ?? '',
        report.createdAt,
        nameOf(report),
        report.message ?? '',
      ),
    empty: 'no open reports',
  });
};

const nameOf = ({ file, shareName }: Report): string => file?.name ?? shareName ?? '';

const closeReports: Action<[reports: string[]]> = async (context, ids) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const failed: ExitCode[] = [];
  for (const id of ids) {
    try {
      await client.admin.reports.close(id, { signal });
      output.note(`closed the report ${id}`);
      await output.record({ id, status: 'closed' }, undefined);
    } catch (error) {
      signal.throwIfAborted();
      if (ids.length === 1) throw error;
      failed.push(await reportFailure(context, { id }, error));
    }
  }
  return exitCodeOfAll(failed, ids.length);
};
