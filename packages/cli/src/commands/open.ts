import { connect } from '../connection/connect.ts';
import { loadSignIn } from '../connection/sign-in.ts';
import { findOwnShare, parseShare, requireListed } from '../sharing/find-own-share.ts';
import type { Command, Context } from './context.ts';

export const open: Command<[share: string | undefined, options: { browser: boolean }]> = async (
  context,
  argument,
  { browser },
) => {
  const { world, output } = context;
  const url = await findAddress(context, argument);
  const opened = browser && (await world.openBrowser(url));
  if (opened) output.note(`opened ${url}`);
  else if (browser) output.note('there is no browser to open here');
  await output.result({ url, opened }, opened ? [] : url);
};

async function findAddress(context: Context, argument: string | undefined): Promise<string> {
  const { world, globals, signal } = context;
  if (argument === undefined) return `${(await loadSignIn(world, globals)).server.url}/`;
  const named = parseShare(argument);
  // Anybody's link is the address of its page.
  if (named.kind === 'share') return named.url;
  const connection = await connect(context);
  return (await requireListed(connection.client, await findOwnShare(connection, named, signal), signal)).shareUrl;
}
