import type { DriveClient, User } from '@drive/sdk';
import type { Command } from 'commander';
import { configDirectory } from '../../config/directories.ts';
import { createKeyStore } from '../../config/key-store.ts';
import { isProfileName, loadProfiles, profileNameFor, type Profiles } from '../../config/profiles.ts';
import { parseApiKey, readApiKeyFile, readApiKeyFromStdin } from '../../connection/api-key.ts';
import { createClient } from '../../connection/connect.ts';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { readHiddenLine } from '../../connection/hidden-line.ts';
import { DEFAULT_SERVER_URL, parseServerUrl } from '../../connection/server-url.ts';
import { findGivenUrl } from '../../connection/sign-in.ts';
import { CliError } from '../../shell/cli-error.ts';
import { findServerPage } from '../../shell/open-browser.ts';
import type { Action, Context, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Sign in with a browser, or with an API key from standard input. The key is stored in the system keyring or, if there is none, in a file that only you can read.',
    )
    .option('--with-key', 'Read an API key from standard input')
    .option('--no-browser', 'Only print the URL')
    .addHelpText(
      'after',
      '\nExamples:\n  $ drive-cli login --url https://drive.example.com\n  $ drive-cli login --with-key < key.txt',
    )
    .action(run(login));
}

/** RFC 8628: added to the interval after each slow_down. */
const SLOW_DOWN_SECONDS = 5;

interface LoginOptions {
  readonly withKey?: boolean;
  readonly browser: boolean;
}

export const login: Action<[options: LoginOptions]> = async (context, { withKey = false, browser }) => {
  const { world, output, globals, signal } = context;
  const profiles = await loadProfiles(configDirectory(world));
  const before = profiles.current;
  const { name, url } = findDestination(context, profiles);
  const key =
    globals.apiKeyFile === undefined
      ? withKey
        ? await readKey(context)
        : await askBrowser(context, await createClient(context, url, null), { url, opens: browser })
      : await readApiKeyFile(world, globals.apiKeyFile);

  // Store only a working key.
  const client = await createClient(context, url, key);
  const user = await client.account.me({ signal }).catch((error: unknown) => {
    if (!isDriveErrorOf(error, 'authentication_required')) throw error;
    throw new CliError('not_signed_in', `${url} does not accept this key`, { cause: error });
  });
  const keys = createKeyStore(world);
  await keys.save(name, key, () => {
    output.warn(`no system keyring is available: the key is stored in ${keys.filePath}, readable only by you`);
  });
  await profiles.save({ name, url }, { makeCurrent: true });
  await printSignIn(context, user, { profile: name, url, before });
};

async function printSignIn(
  { output }: Context,
  user: User,
  { profile, url, before }: { readonly profile: string; readonly url: string; readonly before: string | undefined },
): Promise<void> {
  output.note(`signed in to ${url} as ${user.email} (profile ${profile})`);
  if (before !== profile) {
    const back = before === undefined ? '' : `; to go back: drive-cli profile use ${before}`;
    output.note(`${profile} is now the current profile${back}`);
  }
  await output.result({ profile, server: url, email: user.email, id: user.id }, []);
}

/** Chooses the named profile, the profile of the server, or a new one. */
function findDestination({ world, globals }: Context, profiles: Profiles): { name: string; url: string } {
  const current = profiles.current === undefined ? undefined : profiles.find(profiles.current);
  const given = findGivenUrl(world, globals);
  if (globals.profile !== undefined) {
    if (!isProfileName(globals.profile)) {
      throw new CliError('usage', `${globals.profile} is not a valid profile name`, {
        hint: 'use letters, digits, dots, dashes and underscores',
      });
    }
    const url = given ?? profiles.find(globals.profile)?.url ?? DEFAULT_SERVER_URL;
    return { name: globals.profile, url: parseServerUrl(url, `profile ${globals.profile}`) };
  }
  if (given === undefined && current !== undefined) return current;
  const url = given ?? DEFAULT_SERVER_URL;
  const known = [current, ...profiles.list()].find((profile) => profile?.url.replace(/(?<!\/)\/+$/, '') === url);
  return { name: known?.name ?? freeName(profiles, profileNameFor(url)), url };
}

/** Two servers may share a host below different paths. */
function freeName(profiles: Profiles, wanted: string): string {
  let name = wanted;
  for (let number = 2; profiles.find(name) !== undefined; number++) name = `${wanted}-${number}`;
  return name;
}

async function readKey({ world, output }: Context): Promise<string> {
  if (!world.stdin.isTTY) return readApiKeyFromStdin(world);
  output.ask('Paste the API key (it is not shown) and press Enter:');
  const line = await readHiddenLine(world);
  if (line === undefined) throw new CliError('interrupted', 'interrupted');
  return parseApiKey(line, 'what was typed');
}

/** RFC 8628: shows a code and waits until a signed-in user confirms it in a browser. */
async function askBrowser(
  { world, output, signal }: Context,
  client: DriveClient,
  { url, opens }: { readonly url: string; readonly opens: boolean },
): Promise<string> {
  const device = await client.auth.startDevice({ signal });
  const { verificationUri, verificationUriComplete, userCode } = device;
  output.ask(`Open this URL in a browser, and check that it shows the code ${userCode}:\n${verificationUriComplete}`, {
    verificationUri,
    verificationUriComplete,
    userCode,
  });
  // Without a terminal, the user would not see the browser.
  if (opens && world.stdin.isTTY === true && !output.json) {
    const page = findServerPage(url, verificationUriComplete);
    if (page === undefined) output.warn(`not opened: this URL is not a page of ${url}`);
    else await world.openBrowser(page);
  }
  const deadline = world.now() + device.expiresIn * 1000;
  let interval = device.interval;
  while (world.now() < deadline) {
    await world.sleep(interval * 1000, signal);
    signal.throwIfAborted();
    try {
      return (await client.auth.pollDevice(device.deviceCode, { signal })).rawKey;
    } catch (error) {
      if (isDriveErrorOf(error, 'slow_down')) interval += SLOW_DOWN_SECONDS;
      else if (isDriveErrorOf(error, 'access_denied')) {
        throw new CliError('denied', `the sign-in to ${url} was refused in the browser`, { cause: error });
      } else if (isDriveErrorOf(error, 'expired_token')) break;
      // Keep polling through restarts and network failures.
      else if (
        !isDriveErrorOf(error, 'authorization_pending', 'rate_limited', 'network_error', 'timeout', 'unavailable')
      )
        throw error;
    }
  }
  throw new CliError('not_signed_in', 'the code expired before the sign-in was confirmed', {
    hint: 'run drive-cli login again',
  });
}
