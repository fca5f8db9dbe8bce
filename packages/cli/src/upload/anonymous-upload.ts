import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { AnonymousSource } from '@drive/sdk';
import { createClient, type Connecting } from '../connection/connect.ts';
import { loadSignIn } from '../connection/sign-in.ts';
import { formatCount } from '../output/format.ts';
import { createProgress } from '../output/progress.ts';
import { showQrCode } from '../output/qr-code.ts';
import { CliError, explainUnreadable } from '../shell/cli-error.ts';

interface AnonymousOptions {
  readonly name?: string;
  readonly public?: boolean;
  readonly qr?: boolean;
}

const STDIN = '-';

/** Uploads files without an account, all or none, and prints the link of each. */
export async function uploadAnonymously(
  context: Connecting & { readonly signal: AbortSignal },
  paths: readonly string[],
  { name, public: publicListing = false, qr }: AnonymousOptions,
): Promise<void> {
  const { world, output, globals, signal } = context;
  if (name !== undefined && paths.length > 1) throw new CliError('usage', '--name needs a single file');
  const files = await Promise.all(paths.map((path) => openSource(context, path, name)));
  const { url } = (await loadSignIn(world, globals)).server;
  const client = await createClient(context, url, null);
  const { anonymousUploads, anonymousMaxFilesPerBatch, captcha } = await client.public.config({ signal });
  if (!anonymousUploads) throw new CliError('denied', `${url} takes no uploads without an account`);
  if (captcha.provider !== 'none')
    throw new CliError('denied', `${url} asks for a captcha`, { hint: `upload in a browser: ${url}/upload` });
  if (files.length > anonymousMaxFilesPerBatch)
    throw new CliError('usage', `at most ${formatCount(anonymousMaxFilesPerBatch, 'file')} can be uploaded at once`);

  const totalBytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const progress = createProgress(world, output);
  progress.expect(files.length, totalBytes);
  const transfer = progress.start(files.length === 1 ? (files[0]?.name ?? '') : 'all files', totalBytes);
  try {
    const onProgress = ({ bytes }: { bytes: number }): void => transfer.moved(bytes);
    const results = await client.public.uploadBatch(files, { publicListing, signal, onProgress });
    progress.stop();
    for (const [index, { fileId: id, shortUrl }] of results.entries()) {
      const record = { path: paths[index], status: 'uploaded', id, name: files[index]?.name, shortUrl };
      await output.record(record, shortUrl ?? undefined);
      if (qr === true && shortUrl !== null) await showQrCode(context, shortUrl);
    }
  } finally {
    progress.stop();
  }
}

async function openSource(
  { world, output, globals }: Connecting,
  path: string,
  name: string | undefined,
): Promise<AnonymousSource & { readonly name: string; readonly size: number | undefined }> {
  if (path === STDIN) {
    if (name === undefined) throw new CliError('usage', 'standard input has no name', { hint: 'give one with --name' });
    if (globals.apiKeyFile === '-') throw new CliError('usage', 'standard input cannot be both the key and the file');
    if (world.stdin.isTTY) output.ask('reading standard input; end it with Ctrl-D');
    return { source: world.stdin, name, size: undefined };
  }
  const local = resolve(world.cwd, path);
  try {
    const found = await stat(local);
    if (!found.isFile())
      throw new CliError('usage', `${path} is not a file`, { hint: '--anonymous uploads files, not folders' });
    if (found.size === 0)
      throw new CliError('usage', `${path} is empty; uploads without an account need at least one byte`);
    return { source: await openAsBlob(local), name: name ?? basename(local), size: found.size };
  } catch (error) {
    throw explainUnreadable(error, path);
  }
}
