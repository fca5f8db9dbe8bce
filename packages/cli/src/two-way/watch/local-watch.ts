import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from '../disk/private-folder.ts';

/**
 * Watches the folders of a tree. A change that is not noticed is found by the next look, so that errors are ignored: a system may
 * watch fewer folders than there are.
 */
export class LocalWatch {
  readonly #root: string;
  readonly #onChange: () => void;
  readonly #isRecursive: boolean;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(root: string, platform: NodeJS.Platform, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
    // On Linux, the recursive watch of Node.js watches every file.
    this.#isRecursive = platform === 'win32' || platform === 'darwin';
  }

  /** Watches these folders, by path, and the root. */
  set(folders: readonly string[]): void {
    const wanted = new Set(this.#isRecursive ? [''] : ['', ...folders]);
    for (const [path, watcher] of this.#watchers) {
      if (wanted.has(path)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
    for (const path of wanted) if (!this.#watchers.has(path)) this.#add(path);
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #add(path: string): void {
    try {
      const watcher = watch(join(this.#root, path), { recursive: this.#isRecursive }, (_event, name) => {
        const isPrivate =
          path === '' && (name === PRIVATE_FOLDER || name?.startsWith(join(PRIVATE_FOLDER, '/')) === true);
        if (!isPrivate) this.#onChange();
      });
      watcher.on('error', () => this.#drop(path, watcher));
      this.#watchers.set(path, watcher);
    } catch {
      // It is gone, or there are too many.
    }
  }

  #drop(path: string, watcher: FSWatcher): void {
    watcher.close();
    if (this.#watchers.get(path) === watcher) this.#watchers.delete(path);
    this.#onChange();
  }
}
