import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { retriesOf } from '../../connection/retries.ts';
import { formatCount } from '../../output/format.ts';
import { PATTERN_HELP } from '../../remote/path-pattern.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, DefineCommand, RunAction } from '../context.ts';
import { locateItems } from '../locate-all.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';

export const define: DefineCommand = (command, run) =>
  defineStar(command, run, { starred: true, verb: 'Star', example: 'star /Photos/sea.jpg /Projects' });

/** The command that removes stars. */
export const unstar: { readonly define: DefineCommand } = {
  define: (command, run) =>
    defineStar(command, run, { starred: false, verb: 'Remove the stars of', example: "unstar '/Photos/*.jpg'" }),
};

function defineStar(
  command: Command,
  run: RunAction,
  { starred, verb, example }: { readonly starred: boolean; readonly verb: string; readonly example: string },
): void {
  const action: Action<[items: string[]]> = async (context, args) => {
    const { client } = await connect(context);
    const { output, signal } = context;
    const { items, failed } = await locateItems(context, client, args);
    const options = { signal, maxRetries: retriesOf(client) };
    const failures: ExitCode[] = [];
    for (const { path, item } of items) {
      try {
        await (starred ? client.files.star(item.id, options) : client.files.unstar(item.id, options));
        await output.record({ path, id: item.id, starred }, undefined);
      } catch (error) {
        signal.throwIfAborted();
        if (items.length === 1 && failed.length === 0) throw error;
        failures.push(await reportFailure(context, { path }, error));
      }
    }
    const done = items.length - failures.length;
    if (done > 0) output.note(`${starred ? 'starred' : 'removed the star of'} ${formatCount(done, 'item')}`);
    return exitCodeOfAll([...failed, ...failures], items.length + failed.length);
  };
  command
    .description(`${verb} files and folders. Only you see your stars; find --starred lists them.`)
    .argument('<item...>', 'remote path, id or pattern')
    .addHelpText('after', `${PATTERN_HELP}\n\nExample:\n  $ drive-cli ${example}`)
    .action(run(action));
}
