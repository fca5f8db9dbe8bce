import { basename } from 'node:path';
import { cleanItemName, findNameProblem } from '../remote/item-name.ts';
import { requireFile } from '../remote/find-item.ts';
import { resolveShareLink } from '../remote/share-link.ts';
import type { Target } from '../remote/target.ts';
import { CliError } from '../shell/cli-error.ts';
import type { ClientFor, Source } from './source.ts';

/** Finds what is to be fetched and under which name, before a byte is. */
export async function findSource(
  argument: string,
  target: Target,
  clientFor: ClientFor,
  signal: AbortSignal,
): Promise<Source> {
  if (target.kind === 'share') return findShared(argument, target.url, clientFor, signal);
  const client = await clientFor('own');
  const file = await requireFile(client, target, 'downloaded', signal);
  return {
    argument,
    name: requireLocalName(file.name),
    size: file.size ?? 0,
    sha256: file.sha256,
    getUrl: async () => (await client.files.downloadUrl(file.id, {}, { signal })).downloadUrl,
  };
}

async function findShared(argument: string, url: string, clientFor: ClientFor, signal: AbortSignal): Promise<Source> {
  const { serverUrl, token } = await resolveShareLink(url, signal);
  // A stranger's server: it gets no key of ours.
  const client = await clientFor({ shareOf: serverUrl });
  const { info: share } = await client.public.open(token, { signal });
  if (share.locked) throw new CliError('denied', `${argument} is protected by a password`);
  if (share.kind !== 'file' || share.name === undefined || share.size === undefined) {
    throw new CliError('usage', `${argument} is not the link of a single file, and only files can be downloaded`);
  }
  return {
    argument,
    name: requireLocalName(share.name),
    size: share.size,
    sha256: share.item?.sha256 ?? null,
    getUrl: async () => `${serverUrl}/share/${token}/download`,
  };
}

/** A name from elsewhere must stay inside the folder it is put in, whatever a server says. */
function requireLocalName(name: string): string {
  const cleaned = cleanItemName(name);
  if (findNameProblem(cleaned) === undefined && basename(cleaned) === cleaned) return cleaned;
  throw new CliError('failed', `the server calls the file ${JSON.stringify(name)}, which is no name here`, {
    hint: 'choose one with -o',
  });
}
