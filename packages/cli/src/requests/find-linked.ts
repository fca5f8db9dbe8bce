import type { DriveClient } from '@drive/sdk';
import { findInTrees, type OfDrive } from '../remote/managed-trees.ts';
import { CliError } from '../shell/cli-error.ts';

/** A resource with a link: a file request, a proofing or a paste. */
export interface Linked {
  readonly id: string;
  readonly token: string;
  readonly url: string;
  readonly name: string;
}

interface Lookup {
  /** `file request`, `proofing`. */
  readonly noun: string;
  /** `drive-cli collect list` */
  readonly listing: string;
}

/** Finds a resource by its id, link, token or unique name. */
async function requireLinked<T extends Linked>(
  all: AsyncIterable<T>,
  argument: string,
  { noun, listing }: Lookup,
): Promise<T> {
  const wanted = argument.trim().replace(/\/$/, '');
  const named: T[] = [];
  for await (const one of all) {
    if (one.id === wanted.toLowerCase() || one.token === wanted || one.url === wanted) return one;
    if (one.name === argument) named.push(one);
  }
  const [found, ...others] = named;
  if (found === undefined)
    throw new CliError('not_found', `there is no ${noun} ${argument}`, { hint: `${listing} shows them` });
  if (others.length > 0)
    throw new CliError('usage', `${argument}: several ${noun}s have this name`, { hint: 'give the id or the link' });
  return found;
}

/** Finds the resource of each argument, each resource once. */
export async function requireAllLinked<T extends Linked>(
  list: () => AsyncIterable<T>,
  args: readonly string[],
  lookup: Lookup,
): Promise<T[]> {
  const found = new Map<string, T>();
  for (const argument of args) {
    const one = await requireLinked(list(), argument, lookup);
    found.set(one.id, one);
  }
  return [...found.values()];
}

/** How the subcommands of file requests and of proofings name, list and find them. */
export const linkedResource = <T extends Linked>(
  noun: string,
  command: 'collect' | 'proof',
  list: (client: DriveClient, signal: AbortSignal, tree: OfDrive) => AsyncIterable<T>,
) => ({
  noun,
  isOfDrives: true,
  plural: `${noun}s`,
  list,
  find: async (client: DriveClient, args: readonly string[], signal: AbortSignal): Promise<T[]> => {
    const lookup = { noun, listing: `drive-cli ${command} list` };
    const found: T[] = [];
    for (const argument of new Set(args))
      found.push(
        ...(await findInTrees(
          client,
          (tree) => requireAllLinked(() => list(client, signal, tree), [argument], lookup),
          signal,
        )),
      );
    return [...new Map(found.map((one) => [one.id, one])).values()];
  },
});
