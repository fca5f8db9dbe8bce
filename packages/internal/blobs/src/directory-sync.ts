import { open } from 'node:fs/promises';

/** Makes the entries of directories durable. */
export interface DirectorySync {
  /** Resolves once every change of the directory's entries that was made before the call is durable. */
  sync(directory: string): Promise<void>;
  close(): Promise<void>;
}

interface Directory {
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface Synced {
  readonly handle: Promise<Directory>;
  /** Set after an fsync failed: the next one through the same handle would report success. */
  failure: unknown;
  running: Promise<void> | undefined;
  next: Promise<void> | undefined;
}

const maxOpen = 8;

/** One fsync serves all callers that came before it began, so that many concurrent files cost few. */
export function createDirectorySync(
  openDirectory: (path: string) => Promise<Directory> = (path) => open(path, 'r'),
): DirectorySync {
  const directories = new Map<string, Synced>();

  function find(directory: string): Synced {
    const known = directories.get(directory);
    if (known !== undefined) return known;
    for (const [path, synced] of directories) {
      if (directories.size < maxOpen) break;
      if (synced.running !== undefined) continue;
      directories.delete(path);
      void closeHandle(synced);
    }
    const synced: Synced = {
      handle: openDirectory(directory),
      failure: undefined,
      running: undefined,
      next: undefined,
    };
    directories.set(directory, synced);
    return synced;
  }

  async function run(directory: string, synced: Synced): Promise<void> {
    try {
      if (synced.failure !== undefined) throw synced.failure;
      const handle = await synced.handle;
      await handle.sync();
    } catch (error) {
      synced.failure = error;
      if (directories.get(directory) === synced) directories.delete(directory);
      if (synced.next === undefined) void closeHandle(synced);
      throw error;
    }
  }

  return {
    sync(directory) {
      // Windows cannot open directories; NTFS journals their entries.
      if (process.platform === 'win32') return Promise.resolve();
      const synced = find(directory);
      if (synced.next !== undefined) return synced.next;
      const start = (): Promise<void> => {
        synced.next = undefined;
        const running = run(directory, synced).finally(() => {
          if (synced.running === running) synced.running = undefined;
        });
        synced.running = running;
        return running;
      };
      if (synced.running === undefined) return start();
      synced.next = synced.running.then(start, start);
      return synced.next;
    },

    async close() {
      const all = [...directories.values()];
      directories.clear();
      await Promise.all(all.map(closeHandle));
    },
  };
}

async function closeHandle(synced: Synced): Promise<void> {
  try {
    await synced.next;
    await synced.running;
  } catch {
    // The waiting callers get the error.
  }
  try {
    const handle = await synced.handle;
    await handle.close();
  } catch {
    // The caller of the sync got the error of opening.
  }
}
