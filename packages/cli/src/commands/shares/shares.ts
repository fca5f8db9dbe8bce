import type { ListedShare, Recipient, DriveClient, ShareDescriptor } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes, formatCount, formatTime } from '../../output/format.ts';
import { showQrCode } from '../../output/qr-code.ts';
import { formatTable } from '../../output/table.ts';
import { printable } from '../../output/terminal.ts';
import { shorten, padEnd } from '../../output/text-width.ts';
import { findDriveId } from '../../remote/drive-path.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { OF_DRIVE } from '../../remote/managed-trees.ts';
import { coverOf } from '../../sharing/cover.ts';
import {
  listShares as listOwnShares,
  explainShare,
  SHARE_ARGUMENT,
  findOwnShare,
  parseShare,
  readOwnShare,
  requireToken,
  type OwnShare,
  type NamedShare,
} from '../../sharing/find-own-share.ts';
import { readNewPassword, type PasswordOptions } from '../../sharing/password.ts';
import { addReceivingFlags, receivingOf, type ReceivingOptions } from '../../sharing/receiving-options.ts';
import {
  addSharedSettings,
  feedbackOf,
  limitOf,
  SHARE_HELP,
  slugOption,
  type Notify,
} from '../../sharing/share-options.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { reportFailure, exitCodeOfAll } from '../report-failure.ts';
import { nothingToChange } from '../resource-commands.ts';
import { defineShareComments, defineShareEvents } from './comments.ts';
import { defineLinks } from './links.ts';
import { defineSlug, defineVisibility } from './visibility.ts';

export function accessOf(share: ListedShare, now: number): string {
  if (share.shareMode === 'PRIVATE') return 'off';
  if (share.expiresAt !== null && Date.parse(share.expiresAt) <= now) return 'expired';
  if (share.maxDownloads !== null && share.downloadCount >= share.maxDownloads) return 'used up';
  const who = share.shareMode === 'PUBLIC' ? 'public' : 'link';
  const access = share.passwordProtected ? `${who}, password` : who;
  return share.shareMode === 'PUBLIC' && !share.listed ? `${access}, not listed` : access;
}

/** Value of `--notify`. */
export function notifyOf({ notifyOwnerOnDownload, notifyOnView, notifyPerRecipient }: ShareDescriptor): string {
  const download = notifyPerRecipient ? 'every-download' : 'download';
  const told = [...(notifyOnView ? ['view'] : []), ...(notifyOwnerOnDownload ? [download] : [])];
  return told.length === 0 ? 'none' : told.join(',');
}

export function define(shares: Command, run: RunAction): void {
  shares.description('List, change and revoke share links.');
  shares
    .command('list')
    .alias('ls')
    .summary('List share links, newest first')
    .description('List all share links with their items, visibility and number of downloads.')
    .option(...OF_DRIVE)
    .addHelpText(
      'after',
      '\nExamples:\n  $ drive-cli shares list --drive Design\n  $ drive-cli shares list --json | jq -r \'.[] | select(.kind=="folder").shortUrl\'',
    )
    .action(run(listShares));
  shares
    .command('show')
    .summary('Show a share link and its recipients')
    .description('Show a share link: settings, number of views and downloads, and recipients.')
    .argument('<share>', SHARE_ARGUMENT)
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText('after', '\nExample:\n  $ drive-cli shares show /report.pdf --qr')
    .action(run(showShare));
  const set = shares
    .command('set')
    .summary('Change share links')
    .description(
      'Change the settings of share links. The links stay the same, and so does everything that no flag names.',
    )
    .argument('<share...>', SHARE_ARGUMENT)
    .addOption(new Option('--public', 'List the link publicly and allow search engines').conflicts(['link', 'private']))
    .addOption(new Option('--link', 'Unlist the link').conflicts(['public', 'private']))
    .addOption(new Option('--private', 'Disable the link until it is enabled again').conflicts(['public', 'link']));
  addReceivingFlags(addSharedSettings(set))
    .addOption(slugOption('Vanity name at the end of the short link'))
    .option('--no-slug', 'Remove the vanity name')
    .option('--label <text>', 'Name by which you recognize the link; visitors do not see it')
    .option('--no-label', 'Remove the label')
    .option('--cover <file>', 'File of the shared folder (path or id) whose thumbnail stands for it')
    .option('--no-cover', 'Let the first image stand for the shared folder')
    .addHelpText(
      'after',
      `${SHARE_HELP}

Examples:
  $ drive-cli shares set /report.pdf --expires 30d --notify view,download
  $ drive-cli shares set https://drive.example.com/s/sea-2026 --password-file - < secret.txt
  $ drive-cli shares set /Photos --allow-upload --upload-max-files 100
  $ drive-cli shares set /Photos --cover /Photos/lake.jpg
  $ drive-cli shares set /Photos --private`,
    )
    .action(run(setShares));
  shares
    .command('rm')
    .aliases(['remove', 'revoke'])
    .summary('Revoke share links')
    .description('Revoke share links permanently: a path stands for every link of that item. The shared items stay.')
    .argument('<share...>', SHARE_ARGUMENT)
    .option('-n, --dry-run', 'Only show which links would be revoked')
    .addHelpText('after', '\nExample:\n  $ drive-cli shares rm /report.pdf')
    .action(run(removeShares));
  defineLinks(shares, run, accessOf);
  defineVisibility(shares, run);
  defineSlug(shares, run);
  defineShareEvents(shares, run);
  defineShareComments(shares, run);
}

const NAME_COLUMNS = 30;
const WRITTEN_TOGETHER = 200;

export const listShares: Action<[options?: { drive?: string }]> = async (context, { drive } = {}) => {
  const { client } = await connect(context);
  const { output, signal, world } = context;
  const tree = drive === undefined ? {} : { driveId: await findDriveId(client, drive, signal) };
  const now = world.now();
  // Only a table needs all shares in memory.
  const rows: string[][] = [];
  let waiting: string[] = [];
  let separator = '[';
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const text = waiting.join(output.json ? ',\n' : '\n');
    waiting = [];
    await output.write(output.json ? separator + text : `${text}\n`);
    separator = ',\n';
  };
  for await (const share of listOwnShares(client, signal, tree)) {
    if (output.structured && !output.json) await output.record(share, undefined);
    else if (output.interactive) rows.push(rowOf(share, now));
    else waiting.push(output.json ? output.stringify(share) : lineOf(share));
    if (waiting.length >= WRITTEN_TOGETHER) await flush();
  }
  await flush();
  if (output.json) await output.write(separator === '[' ? '[]\n' : ']\n');
  else if (output.structured) return;
  else if (output.interactive && rows.length === 0) output.note('no shares yet');
  else if (output.interactive) await output.result(undefined, formatTable(columns, rows));
};

const columns = [
  { title: 'NAME' },
  { title: 'KIND' },
  { title: 'ACCESS' },
  { title: 'EXPIRES' },
  { title: 'DOWNLOADS', align: 'right' },
  { title: 'VIEWS', align: 'right' },
  { title: 'LINK' },
] as const;

const rowOf = (share: ListedShare, now: number): string[] => [
  shorten(printable(share.name), NAME_COLUMNS),
  share.kind === 'multi' ? 'files' : share.kind,
  accessOf(share, now),
  share.expiresAt === null ? 'never' : formatTime(share.expiresAt),
  `${share.downloadCount}${share.maxDownloads === null ? '' : ` of ${share.maxDownloads}`}`,
  String(share.viewCount),
  share.shortUrl,
];

/** Plain output. The order of values is part of the interface. */
const lineOf = (share: ListedShare): string =>
  [
    share.shortUrl,
    share.kind,
    share.shareMode,
    share.passwordProtected ? 'password' : '',
    share.expiresAt ?? '',
    share.downloadCount,
    share.viewCount,
    share.name,
  ].join('\t');

const LABEL_COLUMNS = 12;

const showShare: Action<[share: string, options: { qr?: boolean }]> = async (context, argument, { qr }) => {
  const named = parseShare(argument);
  const connection = await connect(context);
  const { client } = connection;
  const { output, signal, world } = context;
  const own = await findOwnShare(connection, named, signal);
  const share = await readOwnShare(client, own, signal);
  const recipients: Recipient[] = [];
  try {
    for await (const one of client.shares.listRecipients(requireToken(own), { limit: PAGE_ITEMS }, { signal })) {
      recipients.push(one);
    }
  } catch (error) {
    throw explainShare(error, own);
  }
  await output.result({ ...share, recipients }, [
    ...describeShare(share, world.now()).map(([label, value]) => padEnd(label, LABEL_COLUMNS) + printable(value)),
    ...recipients.map((one, index) => padEnd(index === 0 ? 'sent to' : '', LABEL_COLUMNS) + describeRecipient(one)),
  ]);
  if (qr === true) await showQrCode(context, share.shortUrl);
};

function describeShare(share: ListedShare, now: number): [label: string, value: string][] {
  const files = share.kind === 'multi' ? ` of ${formatCount(share.fileCount, 'file')}` : '';
  return [
    ['name', share.name],
    ['kind', share.kind === 'multi' ? `one link${files}` : share.kind],
    ['link', share.shortUrl],
    ['page', share.shareUrl],
    ['token', share.shareToken],
    ['access', accessOf(share, now)],
    ['created', formatTime(share.createdAt)],
    ['expires', share.expiresAt === null ? 'never' : formatTime(share.expiresAt)],
    ['downloads', `${share.downloadCount}${share.maxDownloads === null ? '' : ` of ${share.maxDownloads}`}`],
    ['views', String(share.viewCount)],
    ['likes', share.likesEnabled ? String(share.likeCount) : 'off'],
    ['comments', share.commentsEnabled ? String(share.commentCount) : 'off'],
    ['notify', notifyOf(share)],
    ...(share.label === null ? [] : [['label', share.label] satisfies [string, string]]),
    ...(share.allowUpload ? [['uploads', describeUploads(share)] satisfies [string, string]] : []),
  ];
}

function describeUploads({ uploadCount, uploadMaxFiles, uploadMaxFileBytes, uploadAllowedTypes }: ListedShare): string {
  const size = uploadMaxFileBytes === null ? [] : [`up to ${formatBytes(uploadMaxFileBytes)} each`];
  return [
    `${uploadCount}${uploadMaxFiles === null ? '' : ` of ${uploadMaxFiles}`}`,
    ...size,
    ...(uploadAllowedTypes ?? []),
  ].join(', ');
}

function describeRecipient({ email, firstOpenedAt, downloadCount, error }: Recipient): string {
  const opened = firstOpenedAt === null ? 'not opened' : `opened ${formatTime(firstOpenedAt)}`;
  const failed = (error ?? null) === null ? '' : `; not mailed: ${printable(error ?? '')}`;
  return `${printable(email)}  ${opened}, ${formatCount(downloadCount, 'download')}${failed}`;
}

interface SetOptions extends PasswordOptions, ReceivingOptions {
  readonly public?: boolean;
  readonly link?: boolean;
  readonly private?: boolean;
  /** Days; 0 means never. */
  readonly expires?: number;
  readonly notify?: Notify;
  /** 0 removes the limit. */
  readonly maxDownloads?: number;
  readonly comments?: boolean;
  readonly likes?: boolean;
  /** false removes it. */
  readonly slug?: string | false;
  /** false removes it. */
  readonly label?: string | false;
  /** false: the first image. */
  readonly cover?: string | false;
}

const setShares: Action<[shares: string[], options: SetOptions]> = async (context, args, options) => {
  const named = args.map(parseShare);
  if (Object.keys(options).length === 0) throw nothingToChange('shares set');
  if (typeof options.slug === 'string' && named.length > 1) throw new CliError('usage', '--slug needs a single share');
  const connection = await connect(context);
  const { output, signal } = context;
  const password = await readNewPassword(context, options);
  const coverItemId = await coverOf(connection.client, options, signal);
  return forEachShare(context, named, async (one) => {
    const own = await findOwnShare(connection, one, signal);
    const share = await change(connection.client, own, { ...options, newPassword: password, coverItemId }, signal);
    await output.record({ share: one.argument, ...share }, share.shortUrl);
  });
};

/** Works on one share after the other. A failure of one of several is reported, and the others go on. */
async function forEachShare(
  context: Context,
  named: readonly NamedShare[],
  work: (one: NamedShare) => Promise<void>,
): Promise<ExitCode | void> {
  const failed: ExitCode[] = [];
  for (const one of named) {
    try {
      await work(one);
    } catch (error) {
      context.signal.throwIfAborted();
      const explained = explainShare(error, one);
      if (named.length === 1) throw explained;
      failed.push(await reportFailure(context, { share: one.argument }, explained));
    }
  }
  return exitCodeOfAll(failed, named.length);
}

type Change = SetOptions & {
  readonly newPassword: string | null | undefined;
  /** undefined: not changed. */
  readonly coverItemId: string | null | undefined;
};

/** Calls that may fail come first and the one that opens the share last, so it is never open unprotected. */
async function change(
  client: DriveClient,
  own: OwnShare,
  options: Change,
  signal: AbortSignal,
): Promise<ShareDescriptor> {
  const { shares } = client;
  const { key } = own;
  const { slug, newPassword, expires, notify } = options;
  const wantedMode = modeOf(options);
  let share: ShareDescriptor | undefined;
  if (slug !== undefined) share = await shares.setSlug(key, slug === false ? null : slug, { signal });
  if (newPassword !== undefined && newPassword !== null) share = await shares.setPassword(key, newPassword, { signal });
  if (expires !== undefined) share = await shares.setExpiry(key, expires, { signal });
  if (notify !== undefined) share = await shares.setNotify(key, notify, { signal });
  const more = { ...limitOf(options), ...feedbackOf(options) };
  if (wantedMode !== undefined || Object.keys(more).length > 0) {
    const shareMode = wantedMode ?? (share ?? (await readOwnShare(client, own, signal))).shareMode;
    share = await shares.setMode(key, { shareMode, ...more }, { signal });
  }
  const { label, coverItemId } = options;
  const ofLink = {
    ...receivingOf(options),
    ...(label === undefined ? {} : { label: label === false ? null : label }),
    ...(coverItemId === undefined ? {} : { coverItemId }),
  };
  if (Object.keys(ofLink).length > 0) share = await client.links.update(requireToken(own), ofLink, { signal });
  if (newPassword === null) share = await shares.setPassword(key, null, { signal });
  if (share === undefined) throw new CliError('usage', 'nothing to change');
  return share;
}

function modeOf(options: SetOptions): ShareDescriptor['shareMode'] | undefined {
  if (options.public === true) return 'PUBLIC';
  if (options.link === true) return 'SHARED';
  return options.private === true ? 'PRIVATE' : undefined;
}

const removeShares: Action<[shares: string[], options: { dryRun?: boolean }]> = async (context, args, { dryRun }) => {
  const named = args.map(parseShare);
  const connection = await connect(context);
  const { output, signal } = context;
  return forEachShare(context, named, async (one) => {
    const share = await findOwnShare(connection, one, signal);
    if (dryRun === true) {
      const { shortUrl, shareToken } = await readOwnShare(connection.client, share, signal);
      await output.record({ share: one.argument, token: shareToken, status: 'planned' }, shortUrl);
      return;
    }
    const { key } = share;
    await connection.client.shares.revoke(key, { signal });
    output.note(`revoked the share of ${one.argument}`);
    await output.record({ share: one.argument, ...key, status: 'revoked' }, undefined);
  });
};
