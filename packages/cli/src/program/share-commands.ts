import { Option, type Command } from 'commander';
import { parseExpiry } from '../commands/expiry.ts';
import { parseNotify } from '../sharing/notify.ts';
import { parseLimit, usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

const SHARE = 'what is shared (path or id), its link, or its token';

const WISHES = `
A password is asked for on a terminal, and otherwise read from standard input; it never comes as a flag's value, where
others could see it. --notify mails you when somebody whom you sent the link to first opens it (view), when the first of
them downloads it (download), or each time one does (every-download).`;

/** What every command that shares something can be told. */
export function addWishes(command: Command): Command {
  return addGuards(
    command.option('--public', 'listed and open to search engines; otherwise only who has the link finds it'),
  );
}

function addGuards(command: Command): Command {
  return command
    .addOption(new Option('--expires <time>', '7d, 2w, 1y, or never').argParser(usage(parseExpiry)))
    .option('--password', 'ask for a password that the link shall have')
    .addOption(new Option('--password-file <file>', 'read it from a file, - for standard input').conflicts('password'))
    .option('--no-password', 'no password any more')
    .addOption(
      new Option('--notify <what>', 'view, download, every-download (with commas), or none').argParser(
        usage(parseNotify),
      ),
    )
    .addOption(new Option('--max-downloads <count>', 'so often and no more; none lifts it').argParser(parseLimit))
    .option('--comments', 'those who come may comment (as they may unless it is switched off)')
    .option('--no-comments', 'no comments: none are taken, and none shown')
    .option('--likes', 'those who come may like it (as they may unless it is switched off)')
    .option('--no-likes', 'no likes');
}

/** Links, and what becomes of them. */
export function addShareCommands(program: Command, lazily: Lazily): void {
  program.commandsGroup('Sharing:');
  const share = program
    .command('share')
    .summary('share files and folders by a link')
    .description(
      'Share files and folders and print their links, one each. What is shared already keeps its link, and only what the flags say changes.',
    )
    .argument('<path...>', 'path, id or pattern on the server');
  addWishes(share)
    .option('--slug <word>', 'the word at the end of the short link')
    .option('--together', 'one link for all of them (2 to 50 files) instead of one each')
    .option('--qr', 'draw the link as a QR code, on a terminal')
    .addOption(
      new Option('--revoke', 'end the sharing: the link stops working').conflicts([
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
      `${WISHES}

Examples:
  $ drive-cli share /report.pdf --expires 7d
  $ drive-cli share /Photos/2026 --password --slug sea-2026 --qr
  $ drive-cli share --together /a.pdf /b.pdf --max-downloads 10
  $ curl -LO "$(drive-cli share /report.pdf)"`,
    )
    .action(lazily(async () => (await import('../commands/share.ts')).share));
  program
    .command('send')
    .summary('mail a link to people')
    .description(
      'Mail a share to people, each a link of their own. Who has it already gets the same link again; shares show tells who opened it.',
    )
    .argument('<share>', SHARE)
    .argument('<email...>', 'whom to send it to')
    .option('--message <text>', 'what to write to them')
    .addHelpText(
      'after',
      '\nExample:\n  $ drive-cli send /report.pdf ada@example.com grace@example.com --message "As promised."',
    )
    .action(lazily(async () => (await import('../commands/send.ts')).send));

  const shares = program.command('shares').summary('manage links').description('See, change and end what is shared.');
  shares
    .command('list')
    .summary('list all that is shared, the newest first')
    .description('List all that is shared: what it is, who can see it, how often it was fetched, and its link.')
    .addHelpText(
      'after',
      '\nExample:\n  $ drive-cli shares list --json | jq -r \'.[] | select(.kind=="folder").shortUrl\'',
    )
    .action(lazily(async () => (await import('../commands/shares-list.ts')).listShares));
  shares
    .command('show')
    .summary('show a share and whom it was sent to')
    .description('Show a share: its link and settings, how often it was seen and fetched, and whom it was sent to.')
    .argument('<share>', SHARE)
    .option('--qr', 'draw the link as a QR code, on a terminal')
    .addHelpText('after', '\nExample:\n  $ drive-cli shares show /report.pdf --qr')
    .action(lazily(async () => (await import('../commands/shares-show.ts')).showShare));
  const set = shares
    .command('set')
    .summary('change shares; their links stay')
    .description('Change shares. Their links stay, and what no flag names stays as it is.')
    .argument('<share...>', SHARE)
    .addOption(new Option('--public', 'listed and open to search engines').conflicts(['link', 'private']))
    .addOption(new Option('--link', 'only who has the link finds it').conflicts(['public', 'private']))
    .addOption(new Option('--private', 'switched off, until it is switched on again').conflicts(['public', 'link']));
  addGuards(set)
    .option('--slug <word>', 'the word at the end of the short link')
    .option('--no-slug', 'none any more')
    .addHelpText(
      'after',
      `${WISHES}

Examples:
  $ drive-cli shares set /report.pdf --expires 30d --notify view,download
  $ drive-cli shares set https://drive.example.com/s/sea-2026 --password-file - < secret.txt
  $ drive-cli shares set /Photos --private`,
    )
    .action(lazily(async () => (await import('../commands/shares-set.ts')).setShares));
  shares
    .command('rm')
    .summary('end shares: their links stop working for good')
    .description('End shares. What is shared stays; its link stops working, and never comes back.')
    .argument('<share...>', SHARE)
    .option('-n, --dry-run', 'only show which links would end')
    .addHelpText('after', '\nExample:\n  $ drive-cli shares rm /report.pdf')
    .action(lazily(async () => (await import('../commands/shares-rm.ts')).removeShares));
  shares
    .command('events')
    .summary('show who tried to unlock a share')
    .description('Show the last attempts to unlock a share by its password.')
    .argument('<share>', SHARE)
    .addHelpText('after', '\nExample:\n  $ drive-cli shares events /report.pdf')
    .action(lazily(async () => (await import('../commands/shares-events.ts')).showShareEvents));
  shares
    .command('comments')
    .summary('show what was said of a share')
    .description('Show the comments on a share, the newest first, also where nobody else may see it now.')
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
    .summary('delete comments on a share')
    .description('Delete comments on a share, whoever wrote them; shares comments shows their ids.')
    .argument('<share>', SHARE)
    .argument('<id...>', 'id of a comment')
    .addHelpText('after', '\nExample:\n  $ drive-cli shares uncomment /report.pdf 0d9b7c1e-4f0a-4b7a-9f3e-2b1c7d5a6e84')
    .action(lazily(async () => (await import('../commands/shares-comments.ts')).removeComments));
}
