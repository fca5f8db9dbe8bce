import type { ClientOptions, DriveClient } from '@drive/sdk';
import manifest from '../../package.json' with { type: 'json' };
import type { Output } from '../output/output.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Pace } from '../shell/pace.ts';
import type { World } from '../shell/world.ts';
import { createHttpFetch } from './http-fetch.ts';
import { chooseRetries } from './retries.ts';
import { isReadableOnTheWay } from './server-url.ts';
import { loadSignIn, type ConnectionOptions, type SignIn } from './sign-in.ts';

export const userAgent = `drive-cli/${manifest.version}`;

export interface Connection {
  readonly client: DriveClient;
  readonly signIn: SignIn;
  readonly url: string;
  readonly key: string;
  /** Origin of the key, for messages. */
  readonly keyOrigin: string;
}

export interface Connecting {
  readonly world: World;
  readonly output: Output;
  readonly globals: ConnectionOptions;
  /** Limits the rate of transfers. */
  readonly pace?: Pace | undefined;
  /** Called with the connection, for what may follow the command. */
  readonly onConnected?: ((connection: Pick<Connection, 'client' | 'url'>) => void) | undefined;
}

/** A client for the server that flags, environment and profiles name, with the key for it. */
export async function connect(context: Connecting): Promise<Connection> {
  const { world, globals } = context;
  const signIn = await loadSignIn(world, globals);
  const { url } = signIn.server;
  const found = await signIn.findKey();
  if (found === undefined) {
    throw new CliError('not_signed_in', `not signed in to ${url}`, {
      hint: `run: drive-cli login${globals.url === undefined ? '' : ` --url ${url}`}`,
    });
  }
  const client = await createClient(context, url, found.key);
  context.onConnected?.({ client, url });
  return { client, signIn, url, key: found.key, keyOrigin: found.origin };
}

/** A client with this key, or with none. */
export async function createClient(
  { output, globals, pace }: Pick<Connecting, 'output' | 'globals' | 'pace'>,
  url: string,
  key: string | null,
  { quiet = false }: { readonly quiet?: boolean } = {},
): Promise<DriveClient> {
  if (key !== null && !quiet && isReadableOnTheWay(url)) {
    output.warn(`the key is sent to ${url} unencrypted; use https if possible`);
  }
  const { DriveClient } = await import('@drive/sdk');
  const headers = { 'user-agent': userAgent };
  const { timeout, retries } = globals;
  const client = new DriveClient({
    baseUrl: url,
    apiKey: key,
    fetch: createHttpFetch(pace),
    pace,
    headers,
    timeout,
    maxRetries: retries,
    ...reportsOf(output),
  });
  if (retries !== undefined) chooseRetries(client, retries);
  return client;
}

/** Waits of this length and longer are reported. */
const LONG_WAIT_MS = 2000;

/** Reports waits on standard error, and with --debug all requests. */
function reportsOf(output: Output): Pick<ClientOptions, 'logger' | 'onWait' | 'onRetry'> {
  // Many requests wait for the same moment: the first one reports it.
  let toldUntil = 0;
  const reportWait = (delayMs: number, message: string): void => {
    const now = performance.now();
    if (delayMs < LONG_WAIT_MS || now + delayMs <= toldUntil + LONG_WAIT_MS) return;
    toldUntil = now + delayMs;
    output.note(message);
  };
  const seconds = (delayMs: number): string => `${Math.ceil(delayMs / 1000)} s`;
  return {
    ...(output.debugs
      ? {
          logger: {
            debug: (message, { requestId }) => output.debug(message + (requestId ? ` (request ${requestId})` : '')),
            warn: (message) => output.debug(message),
          },
        }
      : {}),
    onWait: ({ delayMs }) => reportWait(delayMs, `waiting up to ${seconds(delayMs)} for the rate limit of the server`),
    onRetry: ({ delayMs, error }) => reportWait(delayMs, `trying again in ${seconds(delayMs)}: ${error.message}`),
  };
}
