import type { Command } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import type { Action, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('Show the version of this program.')
    .addHelpText('after', '\nExample:\n  $ drive-cli version')
    .action(run(version));
}

const version: Action<[]> = async ({ output }) => {
  await output.result({ version: manifest.version }, manifest.version);
};
