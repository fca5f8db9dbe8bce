import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Broken } from '../crash-uploads.ts';

/** A file as it was acknowledged last, or as the server shows it. */
export interface FileState {
  readonly id: string;
  readonly name: string;
  parentId: string | null;
  sha256: string;
  isTrashed: boolean;
}

/** Something of a file is being asked for, or it was deleted. */
interface Mark {
  readonly id: string;
  readonly is: 'asked' | 'deleted';
}

/** What was acknowledged of each file, in all parts of a run: a file with a line for each change. */
export class KnownFiles {
  readonly #path: string;
  readonly #last = new Map<string, FileState | Mark>();

  constructor(path: string) {
    this.#path = path;
    if (!existsSync(path)) return;
    const lines = readFileSync(path, 'utf8').split('\n');
    // What follows the last line break was cut off by a kill.
    for (const line of lines.slice(0, -1)) {
      const known = JSON.parse(line) as FileState | Mark;
      this.#last.set(known.id, known);
    }
  }

  /** A request is about to change the file: without an answer, either state may be found. */
  ask(id: string): void {
    this.#append({ id, is: 'asked' });
  }

  acknowledge({ id, name, parentId, sha256, isTrashed }: FileState): void {
    this.#append({ id, name, parentId, sha256, isTrashed });
  }

  acknowledgeDeletion(id: string): void {
    this.#append({ id, is: 'deleted' });
  }

  /** Throws a Broken unless everything acknowledged is among `found`. What nobody knows of was added by requests without an answer. */
  compare(found: readonly FileState[]): void {
    const byId = new Map(found.map((file) => [file.id, file]));
    for (const known of this.#last.values()) {
      const file = byId.get(known.id);
      if ('is' in known) {
        if (known.is === 'deleted' && file !== undefined)
          throw new Broken(`${known.id} is there, though it was deleted`);
        continue;
      }
      if (file === undefined) throw new Broken(`${known.id} is gone`);
      for (const name of ['name', 'sha256', 'isTrashed', 'parentId'] as const)
        if (file[name] !== known[name] && !(name === 'parentId' && known.isTrashed))
          throw new Broken(`${known.id} has the ${name} ${file[name]}, not ${known[name]}`);
    }
  }

  /** Replaces the lines by those of what was found, which later changes follow. */
  restart(found: readonly FileState[]): void {
    this.#last.clear();
    writeFileSync(this.#path, '');
    for (const file of found) this.acknowledge(file);
  }

  #append(known: FileState | Mark): void {
    this.#last.set(known.id, known);
    appendFileSync(this.#path, `${JSON.stringify(known)}\n`);
  }
}
