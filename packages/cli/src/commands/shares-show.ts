import type { ListedShare, Recipient } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { formatCount, formatTime } from '../output/format.ts';
import { printable } from '../output/terminal.ts';
import { padEnd } from '../output/text-width.ts';
import { PAGE_ITEMS } from '../remote/folder-pages.ts';
import { explainShare, findOwnShare, parseShare, requireListed, requireToken } from '../sharing/find-own-share.ts';
import { accessOf, notifyOf } from '../sharing/share-words.ts';
import { showQrCode } from '../sharing/show-qr-code.ts';
import type { Command } from './context.ts';

const LABEL_COLUMNS = 12;

export const showShare: Command<[share: string, options: { qr?: boolean }]> = async (context, argument, { qr }) => {
  const named = parseShare(argument);
  const connection = await connect(context);
  const { client } = connection;
  const { output, signal, world } = context;
  const own = await findOwnShare(connection, named, signal);
  const share = await requireListed(client, own, signal);
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
  ];
}

function describeRecipient({ email, firstOpenedAt, downloadCount }: Recipient): string {
  const opened = firstOpenedAt === null ? 'not opened' : `opened ${formatTime(firstOpenedAt)}`;
  return `${printable(email)}  ${opened}, ${formatCount(downloadCount, 'download')}`;
}
