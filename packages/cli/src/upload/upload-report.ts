import { describeFailure } from '../connection/describe-failure.ts';
import { formatBytes, formatCount, formatDuration } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { joinRemote } from '../remote/remote-target.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { World } from '../shell/world.ts';
import type { LocalFile, Scan, UploadRoot } from './scan-upload.ts';
import type { FileOutcome } from './send-files.ts';

interface UploadReportOptions {
  readonly share: boolean;
  /** Whether files in folders have links, and not the folders. */
  readonly shareEach: boolean;
  readonly onLink?: (shortUrl: string) => Promise<void>;
}

/** The output of an upload: data on standard output, the rest as messages. */
export class UploadReport {
  readonly #world: Pick<World, 'now'>;
  readonly #output: Output;
  readonly #found: Scan;
  readonly #options: UploadReportOptions;
  readonly #began: number;
  readonly #failures: ExitCode[] = [];
  readonly #stored = new Map<LocalFile, { path: string; shortUrl: string | null }>();
  readonly #folderLinks = new Map<UploadRoot, string>();
  #uploaded = 0;
  #uploadedBytes = 0;
  #present = 0;
  readonly #left: string[] = [];
  #links = 0;

  constructor(world: Pick<World, 'now'>, output: Output, found: Scan, options: UploadReportOptions) {
    this.#world = world;
    this.#output = output;
    this.#found = found;
    this.#options = options;
    this.#began = world.now();
  }

  /** Reports entries that cannot or will not be uploaded. */
  async problems(): Promise<void> {
    await this.#skip(this.#found.skippedLinks, 'symbolic link', 'not followed');
    await this.#skip(this.#found.skippedSpecial, 'special file', 'not files or folders');
    for (const { shownAs, remotePath } of this.#output.json ? [] : this.#found.cleaned)
      this.#output.note(
        `${JSON.stringify(shownAs)} has characters that no name on the server has: stored as ${remotePath}`,
      );
    const heavy = [...this.#found.heavy].toSorted();
    if (heavy.length > 0)
      this.#output.note(
        `${heavy.join(', ')} ${heavy.length === 1 ? 'is' : 'are'} uploaded, too; to leave ${heavy.length === 1 ? 'it' : 'them'} out: ${heavy.map((name) => `--exclude ${name}`).join(' ')}`,
      );
    for (const { shownAs, error } of this.#found.problems) await this.#fail(shownAs, error);
  }

  async add(file: LocalFile, outcome: FileOutcome): Promise<void> {
    if (outcome.kind === 'failed') return this.#fail(file.shownAs, outcome.error);
    const path = joinRemote(file.folder, outcome.name);
    this.#stored.set(file, { path, shortUrl: outcome.shortUrl });
    if (outcome.kind === 'present') this.#present++;
    else if (outcome.kind === 'skipped') this.#left.push(path);
    else {
      this.#uploaded++;
      this.#uploadedBytes += file.size;
      if (outcome.name !== file.name)
        this.#output.note(`${joinRemote(file.folder, file.name)} already exists: stored as ${path}`);
    }
    const { fileId: id, shortUrl } = outcome;
    const record = { path: file.shownAs, status: outcome.kind, id, remotePath: path, size: file.size };
    if (this.#output.json) await this.#output.record(this.#options.share ? { ...record, shortUrl } : record, undefined);
  }

  /** Adds the link of a folder, or reports why there is none. */
  async addLink(
    root: UploadRoot,
    create: () => Promise<{ readonly id: string; readonly shortUrl: string }>,
  ): Promise<void> {
    const { shownAs, remotePath } = root;
    this.#links++;
    try {
      const { id, shortUrl } = await create();
      this.#folderLinks.set(root, shortUrl);
      const record = { path: shownAs, status: 'shared', id, remotePath, shortUrl };
      if (this.#output.json) await this.#output.record(record, undefined);
    } catch (error) {
      await this.#fail(shownAs, error);
    }
  }

  /** Prints the paths of the arguments, or their links, in order. */
  async results(): Promise<void> {
    const { share, shareEach, onLink } = this.#options;
    if (this.#output.json) return;
    if (share) {
      const links = shareEach
        ? this.#found.files.flatMap((file) => this.#stored.get(file) ?? [])
        : this.#found.roots.flatMap((root) =>
            root.file === undefined
              ? { path: root.remotePath, shortUrl: this.#folderLinks.get(root) ?? null }
              : (this.#stored.get(root.file) ?? []),
          );
      // Alone it can be handed to curl as it is.
      const single = (shareEach ? this.#found.files : this.#found.roots).length === 1;
      for (const { shortUrl, path } of links) {
        if (shortUrl === null) continue;
        await this.#output.write(`${shortUrl}${single ? '' : `\t${path}`}\n`);
        await onLink?.(shortUrl);
      }
      return;
    }
    for (const { remotePath, file } of this.#found.roots) {
      const path = file === undefined ? remotePath : this.#stored.get(file)?.path;
      if (path !== undefined) await this.#output.record(undefined, path);
    }
  }

  summary(): void {
    if (this.#left.length > 0) {
      const some = this.#left.slice(0, 3).join(', ') + (this.#left.length > 3 ? ', …' : '');
      this.#output.note(
        `left ${formatCount(this.#left.length, 'item')} of the same name with other content as ${this.#left.length === 1 ? 'it is' : 'they are'}: ${some}`,
      );
    }
    if (this.#found.files.length + this.#found.problems.length <= 1 && this.#found.folders.length === 0) {
      if (this.#present === 1) this.#output.note('nothing to do: the file is already on the server');
      return;
    }
    const parts = [
      `uploaded ${formatCount(this.#uploaded, 'file')} (${formatBytes(this.#uploadedBytes)}) in ${formatDuration(this.#world.now() - this.#began)}`,
      ...(this.#present > 0
        ? [`${formatCount(this.#present, 'file')} ${this.#present === 1 ? 'was' : 'were'} already on the server`]
        : []),
      ...(this.#failures.length > 0 ? [formatCount(this.#failures.length, 'problem')] : []),
    ];
    this.#output.note(parts.join('; '));
  }

  /** Exit codes of errors. */
  failed(): readonly ExitCode[] {
    return this.#failures;
  }

  attempted(): number {
    return this.#found.files.length + this.#found.problems.length + this.#links;
  }

  /** Files that are on the server now. */
  sent(): number {
    return this.#stored.size;
  }

  async #fail(shownAs: string, error: unknown): Promise<void> {
    const report = describeFailure(error);
    this.#failures.push(report.exitCode);
    const { exitCode: _exitCode, ...told } = report;
    if (this.#output.json) await this.#output.record({ path: shownAs, status: 'failed', error: told }, undefined);
    else
      this.#output.failure(
        report.message.startsWith(shownAs) ? report : { ...report, message: `${shownAs}: ${report.message}` },
      );
  }

  async #skip(paths: readonly string[], what: string, why: string): Promise<void> {
    for (const path of this.#output.json ? paths : [])
      await this.#output.record({ path, status: 'skipped', reason: why }, undefined);
    if (paths.length === 0 || this.#output.json) return;
    const some = paths.slice(0, 3).join(', ') + (paths.length > 3 ? ', …' : '');
    this.#output.warn(`skipped ${formatCount(paths.length, what)} (${why}): ${some}`);
  }
}
