import { CliError } from '../../shell/cli-error.ts';
import { type Disk, errorCodeOf } from '../disk/disk.ts';
import { isUnchanged } from '../disk/local-writes.ts';
import { type BaseNode, contentOf, type LocalNode, type RemoteNode } from '../engine/states.ts';
import { isHopeless } from '../remote/remote-failures.ts';
import type { TwoWayReport } from './report.ts';

export interface ContentDeps {
  readonly disk: Disk;
  readonly report: TwoWayReport;
  readonly onFailure: () => void;
}

/** The contents of the files on this computer, which are read only if nothing else tells whether they are equal. */
export class LocalContents {
  readonly #deps: ContentDeps;
  readonly #hashes = new Map<LocalNode, string | undefined>();
  /** Whether a file was removed since it was found. */
  isOutdated = false;

  constructor(deps: ContentDeps) {
    this.#deps = deps;
  }

  /** For the search of moved files. */
  async hasContent(node: LocalNode, base: BaseNode): Promise<boolean> {
    return node.stamp.size === base.stamp.size && (await this.#hash(node)) === base.content;
  }

  /** A text that is equal for equal contents. A file that can't be read, or is being written, becomes uncertain. */
  async of(node: LocalNode, base: BaseNode | undefined, remote: RemoteNode | undefined): Promise<string> {
    const { size } = node.stamp;
    if (base?.content != null) {
      if (base.isSettled && isUnchanged(base.stamp, node.stamp)) return base.content;
      if (size !== base.stamp.size && (remote === undefined || size !== remote.size)) return `size ${size}`;
    } else if (remote === undefined || size !== remote.size) return `size ${size}`;
    if (remote?.sha256 === null && contentOf(remote) !== base?.content) {
      node.isUncertain = true;
      await this.#fail(node, 'the server has not read its content yet');
    }
    return (await this.#hash(node)) ?? `size ${size}`;
  }

  async #hash(node: LocalNode): Promise<string | undefined> {
    if (this.#hashes.has(node)) return this.#hashes.get(node);
    const sha256 = await this.#read(node);
    if (sha256 === undefined) node.isUncertain = true;
    this.#hashes.set(node, sha256);
    return sha256;
  }

  async #read({ path, stamp }: LocalNode): Promise<string | undefined> {
    const { disk } = this.#deps;
    try {
      const sha256 = await disk.hash(path);
      if (isUnchanged(stamp, (await disk.find(path))?.stamp)) return sha256;
      await this.#fail({ path }, 'it changed while it was read');
    } catch (error) {
      if (isHopeless(error)) throw error;
      if (errorCodeOf(error) === 'ENOENT') this.isOutdated = true;
      else await this.#fail({ path }, (error as Error).message, error);
    }
    return undefined;
  }

  async #fail({ path }: Pick<LocalNode, 'path'>, reason: string, cause?: unknown): Promise<void> {
    const { report, onFailure } = this.#deps;
    await report.failed(path, new CliError('failed', `${path} can't be compared: ${reason}`, { cause }));
    onFailure();
  }
}
