import { describeFailure } from '../connection/describe-failure.ts';
import { formatBytes, formatCount, formatDuration } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { joinRemote } from '../remote/remote-target.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { World } from '../shell/world.ts';
import type { LocalFile, Scan, UploadRoot } from './scan-upload.ts';
import type { FileOutcome } from './send-files.ts';

/** The output of an upload: data on standard output, the rest as messages. */
export interface UploadReport {
  /** Reports entries that cannot or will not be uploaded. */
  problems(): Promise<void>;
  add(file: LocalFile, outcome: FileOutcome): Promise<void>;
  /** Adds the link of a folder, or reports why there is none. */
  addLink(root: UploadRoot, share: () => Promise<{ readonly id: string; readonly shortUrl: string }>): Promise<void>;
  /** Prints the paths of the arguments, or their links, in order. */
  results(): Promise<void>;
  summary(): void;
  /** Exit codes of errors. */
  failed(): readonly ExitCode[];
  attempted(): number;
  /** Files that are on the server now. */
  sent(): number;
}

export function createUploadReport(
  world: Pick<World, 'now'>,
  output: Output,
  found: Scan,
  {
    share,
    shareEach,
    onLink,
  }: {
    readonly share: boolean;
    /** Whether files in folders have links, and not the folders. */
    readonly shareEach: boolean;
    readonly onLink?: (shortUrl: string) => Promise<void>;
  },
): UploadReport {
  const began = world.now();
  const failures: ExitCode[] = [];
  const stored = new Map<LocalFile, { path: string; shortUrl: string | null }>();
  const folderLinks = new Map<UploadRoot, string>();
  let uploaded = 0;
  let uploadedBytes = 0;
  let present = 0;
  const left: string[] = [];
  let links = 0;

  async function fail(shownAs: string, error: unknown): Promise<void> {
    const report = describeFailure(error);
    failures.push(report.exitCode);
    const { exitCode: _exitCode, ...told } = report;
    if (output.json) await output.record({ path: shownAs, status: 'failed', error: told }, undefined);
    else
      output.failure(
        report.message.startsWith(shownAs) ? report : { ...report, message: `${shownAs}: ${report.message}` },
      );
  }

  async function skip(paths: readonly string[], what: string, why: string): Promise<void> {
    for (const path of output.json ? paths : [])
      await output.record({ path, status: 'skipped', reason: why }, undefined);
    if (paths.length === 0 || output.json) return;
    const some = paths.slice(0, 3).join(', ') + (paths.length > 3 ? ', …' : '');
    output.warn(`skipped ${formatCount(paths.length, what)} (${why}): ${some}`);
  }

  return {
    async problems() {
      await skip(found.skippedLinks, 'symbolic link', 'not followed');
      await skip(found.skippedSpecial, 'special file', 'not files or folders');
      for (const { shownAs, remotePath } of output.json ? [] : found.cleaned)
        output.note(
          `${JSON.stringify(shownAs)} has characters that no name on the server has: stored as ${remotePath}`,
        );
      for (const { shownAs, error } of found.problems) await fail(shownAs, error);
    },
    async add(file, outcome) {
      if (outcome.kind === 'failed') return fail(file.shownAs, outcome.error);
      const path = joinRemote(file.folder, outcome.name);
      stored.set(file, { path, shortUrl: outcome.shortUrl });
      if (outcome.kind === 'present') present++;
      else if (outcome.kind === 'skipped') left.push(path);
      else {
        uploaded++;
        uploadedBytes += file.size;
        if (outcome.name !== file.name)
          output.note(`${joinRemote(file.folder, file.name)} already exists: stored as ${path}`);
      }
      const { fileId: id, shortUrl } = outcome;
      const record = { path: file.shownAs, status: outcome.kind, id, remotePath: path, size: file.size };
      if (output.json) await output.record(share ? { ...record, shortUrl } : record, undefined);
    },
    async addLink(root, create) {
      const { shownAs, remotePath } = root;
      links++;
      try {
        const { id, shortUrl } = await create();
        folderLinks.set(root, shortUrl);
        const record = { path: shownAs, status: 'shared', id, remotePath, shortUrl };
        if (output.json) await output.record(record, undefined);
      } catch (error) {
        await fail(shownAs, error);
      }
    },
    async results() {
      if (output.json) return;
      if (share) {
        const links = shareEach
          ? found.files.flatMap((file) => stored.get(file) ?? [])
          : found.roots.flatMap((root) =>
              root.file === undefined
                ? { path: root.remotePath, shortUrl: folderLinks.get(root) ?? null }
                : (stored.get(root.file) ?? []),
            );
        // Alone it can be handed to curl as it is.
        const single = (shareEach ? found.files : found.roots).length === 1;
        for (const { shortUrl, path } of links) {
          if (shortUrl === null) continue;
          await output.write(`${shortUrl}${single ? '' : `\t${path}`}\n`);
          await onLink?.(shortUrl);
        }
        return;
      }
      for (const { remotePath, file } of found.roots) {
        const path = file === undefined ? remotePath : stored.get(file)?.path;
        if (path !== undefined) await output.record(undefined, path);
      }
    },
    summary() {
      if (left.length > 0) {
        const some = left.slice(0, 3).join(', ') + (left.length > 3 ? ', …' : '');
        output.note(
          `left ${formatCount(left.length, 'item')} of the same name with other content as ${left.length === 1 ? 'it is' : 'they are'}: ${some}`,
        );
      }
      if (found.files.length + found.problems.length <= 1 && found.folders.length === 0) {
        if (present === 1) output.note('nothing to do: the file is already on the server');
        return;
      }
      const parts = [
        `uploaded ${formatCount(uploaded, 'file')} (${formatBytes(uploadedBytes)}) in ${formatDuration(world.now() - began)}`,
        ...(present > 0
          ? [`${formatCount(present, 'file')} ${present === 1 ? 'was' : 'were'} already on the server`]
          : []),
        ...(failures.length > 0 ? [formatCount(failures.length, 'problem')] : []),
      ];
      output.note(parts.join('; '));
    },
    failed: () => failures,
    attempted: () => found.files.length + found.problems.length + links,
    sent: () => stored.size,
  };
}
