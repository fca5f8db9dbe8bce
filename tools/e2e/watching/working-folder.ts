import { createHash, randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Contents that somebody wrote, and those that somebody removed on purpose, by digest. */
export interface Contents {
  wrote(digest: string): void;
  removed(digest: string): void;
}

const names = ['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'a b', 'é', '.hidden', '#1 100%', "it's", 'Report.txt'];

/**
 * A folder of a computer, in which somebody works. What is removed is first moved to `removedPath`, on the same disk: between a look
 * at a file and its removal, a synchronization may put another one there.
 */
export class WorkingFolder {
  readonly path: string;
  readonly #removedPath: string;
  readonly #contents: Contents;
  readonly #largeBytes: number;

  constructor(
    path: string,
    { removedPath, contents, largeBytes }: { removedPath: string; contents: Contents; largeBytes: number },
  ) {
    this.path = path;
    this.#removedPath = removedPath;
    this.#contents = contents;
    this.#largeBytes = largeBytes;
    mkdirSync(path, { recursive: true });
  }

  /** Digests by path; folders have none. */
  tree(): Record<string, string> {
    return treeOf(this.path);
  }

  /**
   * One random edit. `mostFiles`: more are not made. The last item is not removed, not even for a moment: a synchronization
   * stops when it finds its folder empty.
   */
  edit(mostFiles = Number.POSITIVE_INFINITY): void {
    const all = readdirSync(this.path, { recursive: true, encoding: 'utf8' }).filter(isShared);
    const mayRemove = all.length > 1;
    const some = all[randomInt(all.length + 1)];
    const folders = ['', ...all.filter((name) => !this.#isFile(name))];
    const target = join(folders[randomInt(folders.length)] ?? '', names[randomInt(names.length)] ?? '');
    const isFree = !existsSync(join(this.path, target));
    switch (all.length > mostFiles ? 2 : randomInt(7)) {
      case 0:
        if (isFree) mkdirSync(join(this.path, target));
        break;
      case 1:
        if (some !== undefined && isFree && !`${target}/`.startsWith(`${some}/`))
          renameSync(join(this.path, some), join(this.path, target));
        break;
      case 2:
        if (some !== undefined && mayRemove && this.#isFile(some)) this.#remove(some);
        break;
      case 3:
        if (some !== undefined && mayRemove && this.#isFile(some)) {
          this.#remove(some);
          this.#write(some);
        }
        break;
      default:
        if (isFree) this.#write(target);
    }
  }

  #isFile(name: string): boolean {
    return statSync(join(this.path, name)).isFile();
  }

  #remove(name: string): void {
    renameSync(join(this.path, name), this.#removedPath);
    this.#contents.removed(digestOf(readFileSync(this.#removedPath)));
    rmSync(this.#removedPath);
  }

  /** Mostly small files, some large ones, and a few that are empty. */
  #write(name: string): void {
    const bytes = randomBytes(randomInt(5) === 0 ? this.#largeBytes : randomInt(2000));
    writeFileSync(join(this.path, name), bytes, { flag: 'wx' });
    if (bytes.length > 0) this.#contents.wrote(digestOf(bytes));
  }
}

const isShared = (name: string): boolean => !name.startsWith('.drive-trash');

function treeOf(path: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter(isShared)
      .map(
        (name) => [name, statSync(join(path, name)).isFile() ? digestOf(readFileSync(join(path, name))) : ''] as const,
      )
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

export const digestOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
