import type { DriveClient, OpenedShare } from '@drive/sdk';
import { SharedUrls } from '@drive/sdk/node';
import { createClient, type Connecting } from '../connection/connect.ts';
import { isDriveErrorOf } from '../connection/describe-failure.ts';
import { askPassword, wrongPasswordText } from '../sharing/password.ts';
import { CliError } from '../shell/cli-error.ts';
import type { KeptTicket } from './kept-ticket.ts';

/** An open share, which is unlocked again when its grant expires. */
export interface OpenedLink {
  readonly argument: string;
  readonly share: OpenedShare;
  /** Client of its server, without a key. */
  readonly client: DriveClient;
  /** URLs of its files: several are one download of the link. */
  readonly urls: SharedUrls;
  /** The ticket of several files. */
  readonly kept: KeptTicket;
  /** Does something with the share. */
  use<T>(act: (share: OpenedShare) => Promise<T>): Promise<T>;
}

/** Attempts at the password. */
const ATTEMPTS = 3;

/**
 * Opens a link on its server, without an API key. `password` is the one given by flag; without one it is requested on a
 * terminal.
 */
export async function openLink(
  context: Connecting & { readonly signal: AbortSignal },
  url: string,
  { password, kept }: { readonly password: string | undefined; readonly kept: KeptTicket },
): Promise<OpenedLink> {
  const { signal } = context;
  const client = await createClient(context, new URL(url).origin, null);
  const share = await client.public.open(url, { signal, password, ticket: kept.ticket });
  const known = (await unlockLink(context, url, share)) ?? password;
  // A single file counts as its own download, and its event names it.
  const ticket = share.info.kind === 'file' ? null : kept.ticket;
  return {
    argument: url,
    share,
    client,
    urls: new SharedUrls(share, { ticket, onTicket: (made) => kept.keep(made) }),
    kept,
    async use(act) {
      try {
        return await act(share);
      } catch (error) {
        if (known === undefined || !isDriveErrorOf(error, 'share_locked')) throw error;
        await share.unlock(known, { signal });
        return act(share);
      }
    },
  };
}

/** Asks for the password of a locked share on a terminal, and returns it; undefined if none was needed. */
export async function unlockLink(
  context: Connecting & { readonly signal: AbortSignal },
  url: string,
  share: OpenedShare,
): Promise<string | undefined> {
  const { signal, output, world } = context;
  let known: string | undefined;
  for (let attempt = 1; share.info.locked && world.stdin.isTTY === true; attempt++) {
    known = await askPassword(context, `Password of ${url} (it is not shown), and Enter:`);
    try {
      await share.unlock(known, { signal });
    } catch (error) {
      if (!isDriveErrorOf(error, 'share_password_incorrect') || attempt === ATTEMPTS) throw error;
      output.warn(wrongPasswordText(error));
    }
  }
  if (!share.info.locked) return known;
  throw new CliError('share_locked', `${url} needs a password`, {
    hint: 'pass it with --password-file FILE, or - for standard input',
  });
}
