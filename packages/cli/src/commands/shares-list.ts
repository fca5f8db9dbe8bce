import type { ListedShare } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { formatTime } from '../output/format.ts';
import { formatTable } from '../output/table.ts';
import { printable } from '../output/terminal.ts';
import { shorten } from '../output/text-width.ts';
import { listShares as listOwnShares } from '../sharing/find-own-share.ts';
import { accessOf } from '../sharing/share-words.ts';
import type { Command } from './context.ts';

const NAME_COLUMNS = 30;
const WRITTEN_TOGETHER = 200;

export const listShares: Command<[]> = async (context) => {
  const { client } = await connect(context);
  const { output, signal, world } = context;
  const now = world.now();
  // A table needs all of them to be laid out; everything else is written as it comes.
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
  for await (const share of listOwnShares(client, signal)) {
    if (output.interactive) rows.push(rowOf(share, now));
    else waiting.push(output.json ? JSON.stringify(share) : lineOf(share));
    if (waiting.length >= WRITTEN_TOGETHER) await flush();
  }
  await flush();
  if (output.json) await output.write(separator === '[' ? '[]\n' : ']\n');
  else if (output.interactive && rows.length === 0) output.note('nothing is shared');
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

/** For programs: everything by its own name, in an order that stays. */
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
