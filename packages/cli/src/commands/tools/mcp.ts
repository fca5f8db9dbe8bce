import { isDriveError, type DriveClient, type KeyScope } from '@drive/sdk';
import type { Command } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import { connect } from '../../connection/connect.ts';
import { createHttpFetch } from '../../connection/http-fetch.ts';
import { exitCode } from '../../shell/exit-code.ts';
import type { Action, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Serve the drive to an assistant over standard input and output, by the Model Context Protocol. An assistant starts this command itself; its tools are those that the API key may use.',
    )
    .addHelpText(
      'after',
      `
The tools list, search, read, write, move, copy, trash, restore and share. They delete nothing for good. To limit an
assistant, give it a key of its own: its scopes decide which tools exist, and its folder is all that they reach.

Examples:
  $ claude mcp add drive -- drive-cli mcp
  $ drive-cli keys create --label assistant --scope files:read --folder /Notes > key.txt
  $ drive-cli mcp --api-key-file key.txt`,
    )
    .action(run(serveMcp));
}

const serveMcp: Action<[]> = async (context) => {
  const { world, output, signal, pace } = context;
  const { client, url } = await connect(context);
  const scopes = await findScopes(client, signal);
  const { serveMcpOnStreams } = await import('@drive/mcp-tools');
  output.note(`serving ${url} on standard input and output; stop with Ctrl-C`);
  const drive = {
    client,
    fetch: createHttpFetch(pace),
    scopes,
    version: manifest.version,
    onDefect: (error: unknown) => output.warn(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
  await serveMcpOnStreams(drive, { stdin: world.stdin, stdout: world.stdout, signal });
  return signal.aborted ? exitCode.interrupted : undefined;
};

/** A server that cannot say it yet decides at each call. */
async function findScopes(client: DriveClient, signal: AbortSignal): Promise<readonly KeyScope[]> {
  try {
    return (await client.apiKeys.current({ signal })).scopes;
  } catch (error) {
    if (isDriveError(error, 'not_found')) return ['files:read', 'files:write', 'shares'];
    throw error;
  }
}
