import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { loadSignIn } from '../../connection/sign-in.ts';
import { findOwnShare, parseShare, readOwnShare } from '../../sharing/find-own-share.ts';
import { findServerPage } from '../../shell/open-browser.ts';
import type { Action, Context, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Open the page of a shared item (by path or id) or a share link of this server in the browser. Without an argument, open the server.',
    )
    .argument('[share]', 'shared item (path or id), share link, or token')
    .option('-n, --no-browser', 'Only print the URL')
    .addHelpText(
      'after',
      `
If there is no browser or the link belongs to another server, the URL is only printed.

Examples:
  $ drive-cli open
  $ drive-cli open /Photos/2026
  $ drive-cli open /report.pdf --no-browser`,
    )
    .action(run(open));
}

export const open: Action<[share: string | undefined, options: { browser: boolean }]> = async (
  context,
  argument,
  { browser },
) => {
  const { world, output, globals } = context;
  const { url: serverUrl } = (await loadSignIn(world, globals)).server;
  const url = await findUrl(context, argument, serverUrl);
  const page = findServerPage(serverUrl, url);
  const opened = browser && page !== undefined && (await world.openBrowser(page));
  if (opened) output.note(`opened ${url}`);
  else if (browser && page === undefined) output.warn(`not opened: ${url} is not a page of ${serverUrl}`);
  else if (browser) output.note('no browser is available');
  await output.result({ url, opened }, opened ? [] : url);
};

async function findUrl(context: Context, argument: string | undefined, serverUrl: string): Promise<string> {
  if (argument === undefined) return `${serverUrl}/`;
  const named = parseShare(argument);
  if (named.kind === 'share') return named.url;
  const connection = await connect(context);
  const own = await findOwnShare(connection, named, context.signal);
  return (await readOwnShare(connection.client, own, context.signal)).shareUrl;
}
