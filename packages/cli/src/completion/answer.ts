import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DriveClient } from '@drive/sdk';
import type { Command } from 'commander';
import { cacheDirectory, configDirectory } from '../config/directories.ts';
import { loadProfiles } from '../config/profiles.ts';
import { loadSignIn, type ConnectionOptions } from '../connection/sign-in.ts';
import { isPrintable } from '../output/terminal.ts';
import { isRemotePath, normalizeRemotePath, splitRemote } from '../remote/remote-target.ts';
import type { World } from '../shell/world.ts';
import { complete, type Candidate } from './complete.ts';
import { idLists, type IdList } from './id-lists.ts';
import { listRemoteNames } from './remote-names.ts';
import { keptByBash, quoteForBash, readTypedLine } from './words.ts';

/** The user is waiting. */
const PATIENCE_MS = 1_500;

/**
 * Answers the completion script of a shell, at each press of the tab key: `bash LINE`, or another shell's name and the
 * words after the program's name, the one at the cursor last.
 *
 * The first line of the response is the kind of the others: `files` and `folders` (local; the shell completes them),
 * `list`, or `paths`, which are quoted like file names and continue if they end with a slash. The other lines are
 * candidates, each with a tab and a description. Never fails, and never takes long.
 */
export async function answerCompletion(world: World, program: Command, asked: readonly string[]): Promise<void> {
  const [shell, ...rest] = asked;
  const words = rest[0] === '--' ? rest.slice(1) : rest;
  const typed = shell === 'bash' ? readTypedLine(words[0] ?? '') : undefined;
  const before = typed === undefined ? words.slice(0, -1) : typed.before.slice(1);
  const last = typed === undefined ? (words.at(-1) ?? '') : typed.current;
  // Windows PowerShell drops empty arguments, so its script sends a pair of quotes.
  const current = shell === 'powershell' && last === '""' ? '' : last;
  const completion = complete(program, before, current);
  const { kind, prefix, partial } = completion;

  if (kind === 'local-file' || kind === 'local-folder' || (kind === 'remote' && /^\.{1,2}\//.test(partial))) {
    await write(world, kind === 'local-folder' ? 'folders' : 'files', []);
    return;
  }
  const candidates = await propose(world, completion, before).catch(() => []);
  const asTyped = (word: string): string =>
    typed === undefined ? word : quoteForBash(word.slice(keptByBash(typed).length), typed.openQuote);
  const whole = candidates.map(({ value, description }) => ({
    value: asTyped(prefix + value),
    description: description.replaceAll(/\s+/g, ' '),
  }));
  await write(world, kind === 'remote' || kind === 'remote-folder' ? 'paths' : 'list', whole);
}

async function propose(
  world: World,
  { kind, candidates, partial, operands = [] }: ReturnType<typeof complete>,
  before: readonly string[],
): Promise<readonly Candidate[]> {
  if (kind === 'given') return candidates;
  if (kind === 'profile') {
    const profiles = (await loadProfiles(configDirectory(world))).list();
    return profiles
      .filter(({ name }) => name.startsWith(partial))
      .map(({ name, url }) => ({ value: name, description: url }));
  }
  const listIds = idLists[kind];
  if (listIds !== undefined) return withinPatience(proposeIds(world, { partial, operands, listIds }, before));
  if (kind !== 'remote' && kind !== 'remote-folder') return [];
  if (partial !== '' && !isRemotePath(partial)) return [];
  return withinPatience(proposePaths(world, { partial, onlyFolders: kind === 'remote-folder' }, before));
}

/** undefined without a key. */
async function connect(
  world: World,
  before: readonly string[],
): Promise<{ readonly client: DriveClient; readonly url: string; readonly key: string } | undefined> {
  const { server, findKey } = await loadSignIn(world, readGlobals(before));
  const found = await findKey();
  if (found === undefined) return undefined;
  const [sdk, { httpFetch }] = await Promise.all([import('@drive/sdk'), import('../connection/http-fetch.ts')]);
  const { url } = server;
  const { key } = found;
  return { client: new sdk.DriveClient({ baseUrl: url, apiKey: key, fetch: httpFetch, maxRetries: 0 }), url, key };
}

async function proposeIds(
  world: World,
  { partial, operands, listIds }: { partial: string; operands: readonly string[]; listIds: IdList },
  before: readonly string[],
): Promise<Candidate[]> {
  const found = await connect(world, before);
  if (found === undefined) return [];
  const all = await listIds(found.client, AbortSignal.timeout(PATIENCE_MS), operands);
  return all.filter(({ value }) => value.startsWith(partial) && !operands.includes(value));
}

async function proposePaths(
  world: World,
  { partial, onlyFolders }: { partial: string; onlyFolders: boolean },
  before: readonly string[],
): Promise<Candidate[]> {
  const found = await connect(world, before);
  if (found === undefined) return [];
  const isFolder = partial === '' || partial.endsWith('/');
  const parts = isFolder ? undefined : splitRemote(normalizeRemotePath(partial));
  const folder = isFolder ? normalizeRemotePath(partial || '/') : (parts?.folder ?? '/');
  const typed = partial.slice(0, partial.lastIndexOf('/') + 1) || '/';
  const beginning = partial.slice(partial.lastIndexOf('/') + 1).normalize();
  const names = await listRemoteNames(folder, {
    client: found.client,
    account: createHash('sha256').update(`${found.url} ${found.key}`).digest('hex'),
    cacheDirectory: join(cacheDirectory(world), 'completion'),
    now: () => world.now(),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return names
    .filter(({ name, isFolder }) => name.startsWith(beginning) && (isFolder || !onlyFolders))
    .map(({ name, isFolder }) => ({ value: `${typed}${name}${isFolder ? '/' : ''}`, description: '' }));
}

/** The connection flags. A key from standard input is not available here. */
function readGlobals(words: readonly string[]): ConnectionOptions {
  const find = (flag: string): string | undefined => {
    const at = words.lastIndexOf(flag);
    const joined = words.findLast((word) => word.startsWith(`${flag}=`));
    return joined?.slice(flag.length + 1) ?? (at === -1 ? undefined : words[at + 1]);
  };
  const [url, profile, apiKeyFile] = [find('--url'), find('--profile'), find('--api-key-file')];
  return {
    ...(url === undefined ? {} : { url }),
    ...(profile === undefined ? {} : { profile }),
    ...(apiKeyFile === undefined || apiKeyFile === '-' ? {} : { apiKeyFile }),
  };
}

/** A keyring may take its time, too. */
async function withinPatience(work: Promise<Candidate[]>): Promise<Candidate[]> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<Candidate[]>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, []);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}

/** The shell shows and inserts this text, so names with control characters are omitted. */
function write({ stdout }: World, how: string, candidates: readonly Candidate[]): Promise<void> {
  const lines = candidates
    .filter(({ value, description }) => isPrintable(value + description))
    .map(({ value, description }) => `${value}\t${description}`);
  return new Promise((resolve) => {
    stdout.write([how, ...lines, ''].join('\n'), () => resolve());
  });
}
