import type { AdminStats, AuditEntry, ListAuditQuery } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes, formatCount, formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { describeFacts, type Facts } from '../../requests/link-fields.ts';
import { parseLimit } from '../../shell/argument-parsers.ts';
import type { Action, RunAction } from '../context.ts';
import { defineDrives } from './drives.ts';
import { defineFiles } from './files.ts';
import { findUser } from './find-user.ts';
import { defineGroups } from './groups.ts';
import { defineInvites } from './invites.ts';
import { defineJobs } from './jobs.ts';
import { defineReports } from './reports.ts';
import { defineServer } from './server.ts';
import { defineSettings } from './settings.ts';
import { defineUsers, USER_ARGUMENT } from './users.ts';

export function define(admin: Command, run: RunAction): void {
  admin.description('Administer the server. Needs a key of an administrator with the scope admin.');
  admin
    .command('stats')
    .summary('Show statistics of the server')
    .description('Show the numbers of users, files, shares and jobs, and the used and free storage.')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin stats --json | jq .storage.freeBytes')
    .action(run(showStats));
  admin
    .command('audit')
    .summary('List the audit log')
    .description('List sign-ins, changes to keys and shares, and actions of administrators, newest first.')
    .option('--user <user>', `Only entries of or about this user: ${USER_ARGUMENT}`)
    .option('--action <action>', 'Only this action, for example sign_in.failed')
    .addOption(
      new Option('--limit <count>', 'Maximum number of entries, or none for all (default: 50)').argParser(parseLimit),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli admin audit --action sign_in.failed
  $ drive-cli admin audit --user ada@example.com --limit none --json | jq .[].action`,
    )
    .action(run(listAudit));
  defineServer(admin, run);
  const group = (name: string, summary: string): Command => admin.command(name).summary(summary);
  defineUsers(group('users', 'Manage accounts'), run);
  defineGroups(group('groups', 'Manage groups of users'), run);
  defineDrives(group('drives', 'Manage team drives of all users'), run);
  defineInvites(group('invites', 'Manage invitations to register'), run);
  defineFiles(group('files', 'Manage files of all users'), run);
  defineReports(group('reports', 'Manage what visitors report about shares'), run);
  defineSettings(group('settings', 'List and change the settings of the server'), run);
  defineJobs(group('jobs', 'Manage background jobs'), run);
}

const showStats: Action<[]> = async (context) => {
  const { client } = await connect(context);
  const stats = await client.admin.stats({ signal: context.signal });
  await context.output.result(stats, describeFacts(factsOf(stats)));
};

function factsOf({
  server,
  users,
  sessions,
  apiKeys,
  files,
  storage,
  uploads,
  shares,
  reports,
  jobs,
  deliveries,
  backups,
}: AdminStats): Facts {
  return [
    ['server', `${server.version}, ${server.database}, started ${formatTime(server.startedAt)}`],
    ['users', `${users.total}: ${users.admins} administrators, ${users.disabled} disabled`],
    ['sign-ins', `${formatCount(sessions, 'session')}, ${formatCount(apiKeys, 'API key')}`],
    ['files', `${files.total}: ${files.anonymous} without an owner, ${files.quarantined} in quarantine`],
    ['stored', `${formatBytes(storage.storedBytes)}, of which ${formatBytes(storage.trashBytes)} in the trash`],
    ['free', formatBytes(storage.freeBytes)],
    ['uploads', `${uploads.open} open, ${formatBytes(storage.reservedBytes)} reserved`],
    ['shares', `${shares.active} active: ${shares.public} public, ${shares.protected} with a password`],
    ['reports', `${reports.open} open`],
    ['jobs', `${jobs.waiting} waiting, ${jobs.due} due, ${jobs.running} running, ${jobs.failed} failed`],
    ['backups', describeBackups(backups)],
    ['webhooks', `${deliveries.webhooks} enabled, ${deliveries.pending} pending deliveries`],
  ];
}

function describeBackups(backups: AdminStats['backups']): string {
  if (backups === null) return 'not scheduled: DRIVE_BACKUP_DIR is not set on the server';
  const { lastAt, lastBytes, kept, running, failure, nextAt } = backups;
  const last =
    lastAt === null ? 'none yet' : `last ${formatTime(lastAt)} (${formatBytes(lastBytes ?? 0)}), ${kept} kept`;
  const progress =
    running === null ? '' : `, running: ${formatBytes(running.copiedBytes)} of ${formatBytes(running.totalBytes)}`;
  const problem = failure === null ? '' : `, FAILED ${formatTime(failure.at)}: ${printable(failure.message)}`;
  return `${last}${progress}, next ${formatTime(nextAt)}${problem}`;
}

interface AuditOptions {
  readonly user?: string;
  readonly action?: string;
  /** 0 means all. */
  readonly limit?: number;
}

const DEFAULT_LIMIT = 50;

const listAudit: Action<[options: AuditOptions]> = async (context, { user, action, limit = DEFAULT_LIMIT }) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const query: ListAuditQuery = {
    limit: Math.min(most, PAGE_ITEMS),
    ...(user === undefined ? {} : { userId: (await findUser(client, user, signal)).id }),
    // The server names the actions if it does not know this one.
    ...(action === undefined ? {} : { action: action as NonNullable<ListAuditQuery['action']> }),
  };
  const entries: AuditEntry[] = [];
  for await (const entry of client.admin.listAudit(query, { signal })) {
    entries.push(entry);
    if (entries.length >= most) break;
  }
  await printList(output, entries, {
    columns: [
      ['TIME', ({ at }) => formatTime(at)],
      ['ACTION', ({ action }) => action],
      ['ACTOR', actorOf],
      ['USER', ({ user }) => user?.email ?? user?.id ?? ''],
      ['TARGET', targetOf],
    ],
    plain: (entry) =>
      tabbed(entry.at, entry.action, actorOf(entry), entry.user?.email ?? entry.user?.id ?? '', targetOf(entry)),
    empty: 'no entries',
  });
};

const actorOf = ({ actor }: AuditEntry): string => actor.email ?? actor.id ?? actor.kind;
const targetOf = ({ target }: AuditEntry): string => (target === null ? '' : `${target.kind} ${target.id}`);
