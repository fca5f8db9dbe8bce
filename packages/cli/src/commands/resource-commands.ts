import type { DriveClient } from '@drive/sdk';
import type { Command } from 'commander';
import { connect, type Connection } from '../connection/connect.ts';
import { withArticle } from '../output/format.ts';
import { printList, type ListView } from '../output/list.ts';
import { showQrCode } from '../output/qr-code.ts';
import { findDriveId } from '../remote/drive-path.ts';
import { OF_DRIVE, type OfDrive } from '../remote/managed-trees.ts';
import { describeFacts, type Facts } from '../requests/link-fields.ts';
import { CliError } from '../shell/cli-error.ts';
import { commandPath } from '../shell/command-path.ts';
import { confirm } from '../shell/confirm.ts';
import type { Action, Context, RunAction } from './context.ts';

interface Identified {
  readonly id: string;
  /** URL of its link, if it has one. */
  readonly url?: string;
}

/** A kind of resource that users own, for the subcommands that all kinds have. */
export interface Resource<T extends Identified> {
  readonly noun: string;
  readonly plural: string;
  /** Name and description of the argument that names one. */
  readonly argument: readonly [name: string, description: string];
  list(client: DriveClient, signal: AbortSignal, tree: OfDrive): AsyncIterable<T> | Promise<readonly T[]>;
  /** Team drives have some, too. */
  readonly isOfDrives?: boolean;
  /** Finds the arguments' resources. Throws before any change if one does not exist. */
  find(client: DriveClient, args: readonly string[], signal: AbortSignal): Promise<readonly T[]>;
  view(context: Context, connection: Connection): ListView<T>;
}

interface HelpTexts {
  readonly summary?: string;
  readonly description?: string;
  readonly help: string;
}

interface Listing<T, Options extends object> extends HelpTexts {
  /** Adds the flags that select from the list. */
  flags(command: Command): Command;
  select(client: DriveClient, options: Options, signal: AbortSignal): AsyncIterable<T>;
}

interface Removal<T> extends HelpTexts {
  readonly verb?: 'revoke';
  /** Fields of the JSON record. */
  record(one: T): object;
  /** Line of a dry run. */
  line(one: T): string;
  remove(client: DriveClient, id: string, signal: AbortSignal): Promise<unknown>;
  /** Question before a removal that cannot be undone; `--yes` answers it. */
  question?(all: readonly T[]): string;
  /** Message after the removal. */
  note(one: T, connection: Connection): string;
}

interface Detail<T> extends HelpTexts {
  facts(one: T, now: number): Facts;
  /** Default: true. */
  readonly hasLink?: boolean;
}

interface Change<T, Options extends object> extends HelpTexts {
  /** Adds the flags of the settings. */
  flags(command: Command): Command;
  /** Changes one of them. Called once for all, after all were found. */
  prepare(context: Context, client: DriveClient, options: Options): Promise<(id: string) => Promise<T>>;
}

/** Functions that add the subcommands of a resource to its group of commands, in the order in which they are called. */
export function resourceCommands<T extends Identified>(
  group: Command,
  run: RunAction,
  { noun, plural, argument: [argument, argumentHelp], list, find, view, isOfDrives = false }: Resource<T>,
) {
  const add = (name: string, { summary, description, help }: HelpTexts, title: string): Command =>
    group
      .command(name)
      .summary(summary ?? title)
      .description(description ?? `${summary ?? title}.`)
      .addHelpText('after', help);

  return {
    list<Options extends object>(texts: HelpTexts | Listing<T, Options>): void {
      const selection = 'select' in texts ? texts : undefined;
      const action: Action<[options: Options & { readonly drive?: string }]> = async (context, options) => {
        const connection = await connect(context);
        const { client } = connection;
        const { signal } = context;
        const { drive } = options;
        const tree = drive === undefined ? {} : { driveId: await findDriveId(client, drive, signal) };
        const listed = selection === undefined ? list(client, signal, tree) : selection.select(client, options, signal);
        await printList(context.output, await collectAll(listed), view(context, connection));
      };
      const command = add('list', texts, `List ${plural}, newest first`).alias('ls');
      if (isOfDrives) command.option(...OF_DRIVE);
      (selection?.flags(command) ?? command).action(run(action));
    },

    show({ facts, hasLink = true, ...texts }: Detail<T>): void {
      const action: Action<[named: string, options: { qr?: boolean }]> = async (context, named, { qr }) => {
        const { client } = await connect(context);
        for (const one of await find(client, [named], context.signal)) {
          await context.output.result(one, describeFacts(facts(one, context.world.now())));
          if (qr === true && one.url !== undefined) await showQrCode(context, one.url);
        }
      };
      const title = `Show ${withArticle(noun)}`;
      const command = add('show', { description: `${title} and its settings.`, ...texts }, title)
        .argument(`<${argument}>`, argumentHelp)
        .action(run(action));
      if (hasLink) command.option('--qr', 'Draw the link as a QR code (terminal only)');
    },

    set<Options extends object>({ flags, prepare, ...texts }: Change<T, Options>): void {
      const action: Action<[named: string[], options: Options]> = async (context, named, options) => {
        if (Object.keys(options).length === 0) throw nothingToChange(`${commandPath(group)} set`);
        const { client } = await connect(context);
        const found = await find(client, named, context.signal);
        const change = await prepare(context, client, options);
        for (const { id } of found) {
          const changed = await change(id);
          await context.output.record(changed, changed.url);
        }
      };
      flags(add('set', texts, `Change ${plural}`).argument(`<${argument}...>`, argumentHelp)).action(run(action));
    },

    remove({ verb, record, line, remove, question, note, ...texts }: Removal<T>): void {
      const action: Action<[named: string[], options: { dryRun?: boolean; yes?: boolean }]> = async (
        context,
        named,
        { dryRun, yes },
      ) => {
        const connection = await connect(context);
        const { client } = connection;
        const { world, output, signal } = context;
        const found = await find(client, named, signal);
        if (question !== undefined && dryRun !== true && yes !== true)
          await confirm(world, { text: question(found), flag: '--yes' }, output.ask, signal);
        for (const one of found) {
          if (dryRun === true) {
            await output.record({ ...record(one), status: 'planned' }, line(one));
            continue;
          }
          await remove(client, one.id, signal);
          output.note(note(one, connection));
          await output.record({ ...record(one), status: verb === undefined ? 'removed' : 'revoked' }, undefined);
        }
      };
      const command = add(verb ?? 'rm', texts, `Delete ${plural}`)
        .aliases(['rm', 'remove', 'revoke'].filter((name) => name !== (verb ?? 'rm')))
        .argument(`<${argument}...>`, argumentHelp)
        .option('-n, --dry-run', `Only show what would be ${verb === undefined ? 'deleted' : 'revoked'}`)
        .action(run(action));
      if (question !== undefined) command.option('-y, --yes', 'Do not ask for confirmation');
    },
  };
}

async function collectAll<T>(listed: AsyncIterable<T> | Promise<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  // A PagedList is a promise of its first page, too: awaiting it would lose the other pages.
  const source = Symbol.asyncIterator in listed ? listed : await listed;
  for await (const one of source) all.push(one);
  return all;
}

/** The resource with this id, or with an id that starts so. */
export function chooseById<T extends Identified>(
  all: readonly T[],
  named: string,
  { noun, listing }: { readonly noun: string; readonly listing: string },
): T {
  const wanted = named.toLowerCase();
  const [found, ...others] = all.filter(
    ({ id }) => id === wanted || (/^[0-9a-f-]{6,}$/.test(wanted) && id.startsWith(wanted)),
  );
  if (found === undefined)
    throw new CliError('not_found', `there is no ${noun} ${named}`, { hint: `${listing} shows them` });
  if (others.length > 0) throw new CliError('usage', `${named} matches several ids`, { hint: 'give the complete id' });
  return found;
}

/** `command` is written without the name of the program. */
export const nothingToChange = (command: string): CliError =>
  new CliError('usage', 'nothing to change', { hint: `see drive-cli ${command} --help` });
