import { Option, type Command } from 'commander';
import { parseExpiry } from '../commands/expiry.ts';
import { parseNotify } from '../sharing/notify.ts';
import { parseLimit, usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

const SHARE = 'shared item (path or id), share link, or token';

const SHARE_HELP = `
The password is asked for on a terminal and otherwise read from standard input; it is never the value of a flag, which other
users could see. --notify sends you an e-mail when a recipient first opens the link (view), when the first recipient
downloads (download), or on every download by a recipient (every-download).`;

/** Options of every command that creates share links. */
export function addShareOptions(command: Command): Command {
  return addLinkOptions(
    command.option('--public', 'List the link publicly and allow search engines; default: unlisted'),
  );
}

function addLinkOptions(command: Command): Command {
  return command
    .addOption(new Option('--expires <time>', 'Expiry: 7d, 2w, 1y, or never').argParser(usage(parseExpiry)))
    .option('--password', 'Ask for a password for the link')
    .addOption(
      new Option('--password-file <file>', 'File with the password, - for standard input').conflicts('password'),
    )
    .option('--no-password', 'Remove the password')
    .addOption(
      new Option(
        '--notify <what>',
        'E-mail notifications: view, download, every-download (comma-separated), or none',
      ).argParser(usage(parseNotify)),
    )
    .addOption(
      new Option('--max-downloads <count>', 'Maximum number of downloads, or none for no limit').argParser(parseLimit),
    )
    .option('--comments', 'Allow comments')
    .option('--no-comments', 'Disallow and hide comments')
    .option('--likes', 'Allow likes')
    .option('--no-likes', 'Disallow and hide likes');
}

/** Commands for share links. */
export function addShareCommands(program: Command, lazily: Lazily): void {
  program.commandsGroup('Sharing:');
  const share = program
    .command('share')
    .summary('Create share links')
    .description(
      'Create a share link for each file or folder and print it. An item that is already shared keeps its link; only what the flags name changes.',
    )
    .argument('<path...>', 'path, id or pattern on the server');
  addShareOptions(share)
    .option('--slug <word>', 'Vanity name at the end of the short link')
    .option('--together', 'Create one link for all files (2 to 50)')
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
  $ drive-cli share --together /a.pdf /b.pdf --max-downloads 10
  $ curl -LO "$(drive-cli share /report.pdf)"`,
    )
    .action(lazily(async () => (await import('../commands/share.ts')).share));
  program
    .command('send')
    .summary('E-mail a share link to recipients')
    .description(
      'E-mail a personal link to each recipient. An existing recipient gets the same link again; `shares show` lists who opened it.',
    )
    .argument('<share>', SHARE)
    .argument('<email...>', 'e-mail addresses of the recipients')
    .option('--message <text>', 'Message to the recipients')
    .addHelpText(
      'after',
      '\nExample:\n  $ drive-cli send /report.pdf ada@example.com grace@example.com --message "As promised."',
    )
    .action(lazily(async () => (await import('../commands/send.ts')).send));

  const shares = program
    .command('shares')
    .summary('Manage share links')
    .description('List, change and revoke share links.');
  shares
    .command('list')
    .summary('List share links, newest first')
    .description('List all share links with their items, visibility and number of downloads.')
    .addHelpText(
      'after',
      '\nExample:\n  $ drive-cli shares list --json | jq -r \'.[] | select(.kind=="folder").shortUrl\'',
    )
    .action(lazily(async () => (await import('../commands/shares-list.ts')).listShares));
  shares
    .command('show')
    .summary('Show a share link and its recipients')
    .description('Show a share link: settings, number of views and downloads, and recipients.')
    .argument('<share>', SHARE)
    .option('--qr', 'Draw the link as a QR code (terminal only)')
    .addHelpText('after', '\nExample:\n  $ drive-cli shares show /report.pdf --qr')
    .action(lazily(async () => (await import('../commands/shares-show.ts')).showShare));
  const set = shares
    .command('set')
    .summary('Change share links')
    .description(
      'Change the settings of share links. The links stay the same, and so does everything that no flag names.',
    )
    .argument('<share...>', SHARE)
    .addOption(new Option('--public', 'List the link publicly and allow search engines').conflicts(['link', 'private']))
    .addOption(new Option('--link', 'Unlist the link').conflicts(['public', 'private']))
    .addOption(new Option('--private', 'Disable the link until it is enabled again').conflicts(['public', 'link']));
  addLinkOptions(set)
    .option('--slug <word>', 'Vanity name at the end of the short link')
    .option('--no-slug', 'Remove the vanity name')
    .addHelpText(
      'after',
      `${SHARE_HELP}

Examples:
  $ drive-cli shares set /report.pdf --expires 30d --notify view,download
  $ drive-cli shares set https://drive.example.com/s/sea-2026 --password-file - < secret.txt
  $ drive-cli shares set /Photos --private`,
    )
    .action(lazily(async () => (await import('../commands/shares-set.ts')).setShares));
  shares
    .command('rm')
    .summary('Revoke share links')
    .description('Revoke share links permanently. The shared items stay.')
    .argument('<share...>', SHARE)
    .option('-n, --dry-run', 'Only show which links would be revoked')
    .addHelpText('after', '\nExample:\n  $ drive-cli shares rm /report.pdf')
    .action(lazily(async () => (await import('../commands/shares-rm.ts')).removeShares));
  shares
    .command('events')
    .summary('Show unlock attempts of a share link')
    .description('Show the latest attempts to unlock a share link by its password.')
    .argument('<share>', SHARE)
    .addHelpText('after', '\nExample:\n  $ drive-cli shares events /report.pdf')
    .action(lazily(async () => (await import('../commands/shares-events.ts')).showShareEvents));
  shares
    .command('comments')
    .summary('List comments on a share link')
    .description('List the comments on a share link, newest first, even if visitors cannot see them.')
    .argument('<share>', SHARE)
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli shares comments /report.pdf
  $ drive-cli shares comments /report.pdf --json | jq -r '.[] | select(.authorName == null).id'`,
    )
    .action(lazily(async () => (await import('../commands/shares-comments.ts')).listComments));
  shares
    .command('uncomment')
    .summary('Delete comments on a share link')
    .description('Delete comments on a share link by any author; `shares comments` shows their ids.')
    .argument('<share>', SHARE)
    .argument('<id...>', 'id of a comment')
    .addHelpText('after', '\nExample:\n  $ drive-cli shares uncomment /report.pdf 0d9b7c1e-4f0a-4b7a-9f3e-2b1c7d5a6e84')
    .action(lazily(async () => (await import('../commands/shares-comments.ts')).removeComments));
}
