import type { DriveClient, Item, NewShare, ShareDescriptor } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { connect } from '../../connection/connect.ts';
import { showQrCode } from '../../output/qr-code.ts';
import { parseNamed, type Located } from '../../remote/locate.ts';
import {
  addReceivingFlags,
  receivingFlags,
  receivingOf,
  type ReceivingOptions,
} from '../../sharing/receiving-options.ts';
import { shareAnew, shareItem } from '../../sharing/share-item.ts';
import {
  addShareOptions,
  readShareOptions,
  SHARE_HELP,
  slugOption,
  type ShareOptions,
} from '../../sharing/share-options.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { locateAll } from '../locate-all.ts';
import { reportFailure, exitCodeOfAll } from '../report-failure.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Create a share link for each file or folder and print it. An item that is already shared keeps its link; only what the flags name changes.',
    )
    .argument('<path...>', 'path, id or pattern on the server');
  addReceivingFlags(addShareOptions(command))
    .addOption(slugOption('Vanity name at the end of the short link'))
    .option('--together', 'Create one link for all files (2 to 50 of one user or team drive)')
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addOption(
      new Option('--revoke', 'Revoke the links instead').conflicts([
        'public',
        'expires',
        'password',
        'passwordFile',
        'notify',
        'maxDownloads',
        'comments',
        'likes',
        'slug',
        ...receivingFlags,
        'together',
        'qr',
      ]),
    )
    .addHelpText(
      'after',
      `${SHARE_HELP}

Examples:
  $ drive-cli share /report.pdf --expires 7d
  $ drive-cli share /Photos/2026 --password --slug sea-2026 --qr
  $ drive-cli share /Inbox --allow-upload --upload-types .pdf
  $ drive-cli share --together /a.pdf /b.pdf --max-downloads 10
  $ curl -LO "$(drive-cli share /report.pdf)"`,
    )
    .action(run(share));
}

interface ShareCommandOptions extends ShareOptions, ReceivingOptions {
  readonly slug?: string;
  readonly together?: boolean;
  readonly qr?: boolean;
  readonly revoke?: boolean;
}

export const share: Action<[paths: string[], options: ShareCommandOptions]> = async (context, paths, options) => {
  const args = paths.map(parseNamed);
  const { client } = await connect(context);
  const { signal } = context;
  const { together = false, slug } = options;
  const reportPath = (path: string, error: unknown) => reportFailure(context, { path }, error);
  const { located, failed } = await locateAll(client, args, { signal, onFailure: reportPath });
  if (slug !== undefined && !together && located.length > 1) {
    throw new CliError('usage', '--slug needs a single link, but this command creates several', {
      hint: 'add --together to create one link to all files',
    });
  }
  if (together && failed.length > 0) throw new CliError('failed', 'nothing was shared because some items do not exist');
  const sharing = await prepare(context, client, options);
  if (together) return sharing.together(located.map(requireFile));

  const failures: ExitCode[] = [];
  for (const one of located) {
    try {
      await (options.revoke === true ? sharing.revoke(one) : sharing.share(one));
    } catch (error) {
      signal.throwIfAborted();
      if (located.length === 1 && failed.length === 0) throw error;
      failures.push(await reportPath(one.path, error));
    }
  }
  return exitCodeOfAll([...failed, ...failures], located.length + failed.length);
};

interface Shareable {
  readonly path: string;
  readonly item: Item;
}

function requireShareable({ path, item }: Located): Shareable {
  if (item === null) throw new CliError('usage', '/ cannot be shared', { hint: 'share the folders in it' });
  return { path, item };
}

function requireFile(one: Located): Shareable {
  const { path, item } = requireShareable(one);
  if (item.type === 'file') return { path, item };
  throw new CliError('usage', `${path} is a folder, and only files can be shared together`, {
    hint: 'share the folder by itself: its link covers its content',
  });
}

/** Reads the options once for all items. */
async function prepare(context: Context, client: DriveClient, options: ShareCommandOptions) {
  const { output, signal } = context;
  const receiving = receivingOf(options);
  const { settings: own, clearsPassword } = await readShareOptions(context, options);
  const settings = { ...own, ...receiving };

  const shareSettings = { settings, clearsPassword, slug: options.slug };

  async function tellShare(named: object, described: ShareDescriptor): Promise<void> {
    await output.record({ ...named, ...described }, described.shortUrl);
    if (options.qr === true) await showQrCode(context, described.shortUrl);
  }

  return {
    async share(one: Located): Promise<void> {
      const { path, item } = requireShareable(one);
      if (item.type === 'file') requireNoReceiving(receiving, path);
      const described = await shareItem(client, item, shareSettings, { path, signal });
      await tellShare({ path, ...(item.type === 'file' ? { fileId: item.id } : { folderId: item.id }) }, described);
    },

    async revoke(one: Located): Promise<void> {
      const { path, item } = requireShareable(one);
      const key = item.type === 'file' ? { fileId: item.id } : { folderId: item.id };
      await client.shares.revoke(key, { signal });
      output.note(`revoked the share of ${path}`);
      await output.record({ path, ...key, status: 'revoked' }, undefined);
    },

    async together(files: readonly Shareable[]): Promise<void> {
      if (files.length < 2) throw new CliError('usage', '--together is for several files');
      const paths = files.map(({ path }) => path);
      requireNoReceiving(receiving, 'a link to several files');
      const create = () => shareTogether(client, files, own, signal);
      const named = { path: `the selection of ${files.length} files`, signal };
      const described = await shareAnew(client, create, shareSettings, named);
      await tellShare({ paths, fileCount: files.length }, described);
    },
  };
}

function requireNoReceiving(receiving: object, what: string): void {
  if (Object.keys(receiving).length === 0) return;
  throw new CliError('usage', `${what} takes no files: --allow-upload and --upload-… are for folders`);
}

/** The response to createMulti() lacks the short link, so the share is read. */
async function shareTogether(
  client: DriveClient,
  files: readonly Shareable[],
  settings: NewShare,
  signal: AbortSignal,
): Promise<ShareDescriptor> {
  const fileIds = files.map(({ item }) => item.id);
  const { shareToken } = await client.shares.createMulti({ ...settings, fileIds }, { signal });
  return descriptorOf(await client.shares.get(shareToken, { signal }));
}

function descriptorOf(listed: ShareDescriptor): ShareDescriptor {
  const {
    shareToken,
    shareMode,
    listed: isListed,
    shareUrl,
    shortUrl,
    publicUrl,
    expiresAt,
    passwordProtected,
    maxDownloads,
    label,
    coverItemId,
    allowUpload,
    uploadMaxFileBytes,
    uploadMaxFiles,
    uploadAllowedTypes,
  } = listed;
  const { notifyOwnerOnDownload, notifyOnView, notifyPerRecipient, commentsEnabled, likesEnabled } = listed;
  const notify = { notifyOwnerOnDownload, notifyOnView, notifyPerRecipient };
  const taken = { commentsEnabled, likesEnabled };
  return {
    shareToken,
    shareMode,
    listed: isListed,
    shareUrl,
    shortUrl,
    publicUrl,
    expiresAt,
    passwordProtected,
    ...notify,
    maxDownloads,
    ...taken,
    label,
    coverItemId,
    allowUpload,
    uploadMaxFileBytes,
    uploadMaxFiles,
    uploadAllowedTypes,
  };
}
