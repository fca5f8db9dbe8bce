import type { OpenedPaste } from '@drive/sdk';
import { createClient, type Connecting } from '../../connection/connect.ts';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { loadSignIn } from '../../connection/sign-in.ts';
import { askPassword, readPasswordFile, wrongPasswordText } from '../../sharing/password.ts';
import { CliError } from '../../shell/cli-error.ts';

/** Attempts at the password. */
const ATTEMPTS = 3;
type Context = Connecting & { readonly signal: AbortSignal };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Opens a paste by its link, its token or the id of an own one. The key is sent to its own server only, where the
 * user's pastes need no password.
 */
export async function openPaste(
  context: Context,
  named: string,
  { passwordFile }: { readonly passwordFile?: string },
): Promise<OpenedPaste> {
  const { world, globals, signal } = context;
  const { server, findKey } = await loadSignIn(world, globals);
  const password = passwordFile === undefined ? undefined : await readPasswordFile(context, passwordFile);
  const isElsewhere = /^https?:\/\//i.test(named) && !named.startsWith(`${server.url}/p/`);
  const key = isElsewhere ? undefined : (await findKey())?.key;
  const client = await createClient(context, server.url, key ?? null);
  const isId = UUID.test(named);
  if (isId && key === undefined)
    throw new CliError('not_signed_in', `not signed in to ${server.url}`, { hint: 'run: drive-cli login' });
  const link = isId ? (await client.pastes.get(named, { signal })).token : named;
  const paste = isElsewhere
    ? await client.public.openPaste(link, { signal, password })
    : await client.pastes.open(link, { signal, password });
  await unlock(context, paste, named);
  return paste;
}

async function unlock(context: Context, paste: OpenedPaste, named: string): Promise<void> {
  const { world, output, signal } = context;
  for (let attempt = 1; paste.info.locked && world.stdin.isTTY === true; attempt++) {
    const typed = await askPassword(context, `Password of ${named} (it is not shown), and Enter:`);
    try {
      await paste.unlock(typed, { signal });
    } catch (error) {
      if (!isDriveErrorOf(error, 'share_password_incorrect') || attempt === ATTEMPTS) throw error;
      output.warn(wrongPasswordText(error));
    }
  }
  if (paste.info.locked)
    throw new CliError('share_locked', `${named} needs a password`, {
      hint: 'pass it with --password-file FILE, or - for standard input',
    });
}
