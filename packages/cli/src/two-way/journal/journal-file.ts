import { appendFileSync, closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makePrivateDirectory } from '../../config/json-file.ts';
import type { JournalStore } from './pair-journal.ts';

/** A journal in a file that only the user can read. */
export class JournalFile implements JournalStore {
  readonly #path: string;
  #descriptor: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<Buffer | undefined> {
    try {
      return await readFile(this.#path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  append(text: string): void {
    this.#descriptor ??= openSync(this.#path, 'a', 0o600);
    appendFileSync(this.#descriptor, text);
  }

  async replace(text: string): Promise<void> {
    this.close();
    await makePrivateDirectory(dirname(this.#path));
    const temporary = `${this.#path}.tmp`;
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, this.#path);
  }

  /** Makes what was appended durable. */
  close(): void {
    if (this.#descriptor === undefined) return;
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
