import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { AdminSetting, DriveClient } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { openSecretPrompts } from '../../connection/secret-prompts.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { CliError, explainUnreadable } from '../../shell/cli-error.ts';
import type { Action, Context, RunAction } from '../context.ts';

const VALUE_COLUMNS = 50;
const LOGO = 'DRIVE_INSTANCE_LOGO';

export function defineSettings(settings: Command, run: RunAction): void {
  settings.description('List and change the settings of the server, without a restart.');
  settings
    .command('list', { isDefault: true })
    .summary('List the settings of the server')
    .description('List the effective settings of the server and where each comes from. Secrets are masked.')
    .option('--changed', 'Only settings that do not have their default')
    .option('--editable', 'Only settings that can be changed without a restart')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin settings list --changed')
    .action(run(listSettings));
  settings
    .command('set')
    .summary('Change settings of the server')
    .description(
      'Save settings, all or none. They take effect at once. The value of a NAME without one is read from standard input or asked for, as secrets have to be. A logo is the path of an image.',
    )
    .argument('<assignments...>', 'NAME=VALUE, or NAME')
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli admin settings set DRIVE_INSTANCE_NAME="Acme Files" DRIVE_INSTANCE_LOGO=logo.svg
  $ drive-cli admin settings set DRIVE_MAIL_FROM=drive@example.com DRIVE_SMTP_URL < smtp-url.txt`,
    )
    .action(run(setSettings));
  settings
    .command('unset')
    .summary('Delete saved settings of the server')
    .description('Delete saved values, so that the defaults count again.')
    .argument('<names...>', 'names of settings')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin settings unset DRIVE_INSTANCE_LOGO')
    .action(run(unsetSettings));
}

const listSettings: Action<[options: { changed?: boolean; editable?: boolean }]> = async (context, options) => {
  const { client } = await connect(context);
  const { settings } = await client.admin.settings({ signal: context.signal });
  const shown = settings.filter(
    ({ source, editable }) =>
      (options.changed !== true || source !== 'default') && (options.editable !== true || editable),
  );
  await print(context, shown);
};

const setSettings: Action<[assignments: string[]]> = async (context, assignments) => {
  const { client } = await connect(context);
  const secrets = await secretNames(client, context.signal);
  const prompts = openSecretPrompts(context);
  const changes: { name: string; value: string }[] = [];
  try {
    for (const assignment of assignments) {
      const at = assignment.indexOf('=');
      const name = variableOf(at === -1 ? assignment : assignment.slice(0, at));
      if (at !== -1 && secrets.has(name))
        throw new CliError('usage', `${name} is a secret, and other users can read command lines`, {
          hint: `give ${name} without a value, and the value on standard input`,
        });
      const given = at === -1 ? await prompts.ask(name) : assignment.slice(at + 1);
      changes.push({ name, value: name === LOGO && !given.startsWith('data:') ? await dataUrlOf(given) : given });
    }
  } finally {
    prompts.close();
  }
  await change(context, client, changes);
};

const unsetSettings: Action<[names: string[]]> = async (context, names) => {
  const { client } = await connect(context);
  await change(
    context,
    client,
    names.map((name) => ({ name: variableOf(name), value: null })),
  );
};

async function change(
  context: Context,
  client: DriveClient,
  changes: readonly { readonly name: string; readonly value: string | null }[],
): Promise<void> {
  const { settings } = await client.admin.updateSettings([...changes], { signal: context.signal });
  const names = new Set(changes.map(({ name }) => name));
  await print(
    context,
    settings.filter(({ name }) => names.has(name)),
  );
}

const print = ({ output }: Context, settings: readonly AdminSetting[]): Promise<void> =>
  printList(output, settings, {
    columns: [
      ['NAME', ({ name }) => name],
      ['VALUE', ({ value }) => shorten(printable(value ?? ''), VALUE_COLUMNS)],
      ['SOURCE', ({ source }) => source],
      ['DEFAULT', ({ default: fallback }) => fallback ?? ''],
    ],
    plain: ({ name, value, source }) => tabbed(name, value ?? '', source),
    empty: 'no settings',
  });

async function secretNames(client: DriveClient, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { settings } = await client.admin.settings({ signal });
  return new Set(settings.flatMap(({ name, secret }) => (secret ? [name] : [])));
}

/** `DRIVE_INSTANCE_NAME`, also for `INSTANCE_NAME` and `instance-name`. */
function variableOf(given: string): string {
  const name = given.trim().toUpperCase().replaceAll('-', '_');
  return name.startsWith('DRIVE_') ? name : `DRIVE_${name}`;
}

async function dataUrlOf(path: string): Promise<string> {
  const kind = extname(path).slice(1).toLowerCase();
  try {
    return `data:image/${kind === 'svg' ? 'svg+xml' : kind};base64,${(await readFile(path)).toString('base64')}`;
  } catch (error) {
    throw explainUnreadable(error, path);
  }
}
