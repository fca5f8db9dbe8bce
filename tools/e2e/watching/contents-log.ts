import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Contents } from './working-folder.ts';

/** What was written and removed in all parts of a run: a file with a line each. */
export class ContentsLog implements Contents {
  readonly #path: string;
  readonly #wrote = new Set<string>();
  readonly #removed = new Set<string>();

  constructor(path: string) {
    this.#path = path;
    if (!existsSync(path)) return;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line.startsWith('+')) this.#wrote.add(line.slice(1));
      if (line.startsWith('-')) this.#removed.add(line.slice(1));
    }
  }

  wrote(digest: string): void {
    this.#wrote.add(digest);
    appendFileSync(this.#path, `+${digest}\n`);
  }

  removed(digest: string): void {
    this.#removed.add(digest);
    appendFileSync(this.#path, `-${digest}\n`);
  }

  /** Those that must be somewhere. */
  kept(): string[] {
    return [...this.#wrote].filter((digest) => !this.#removed.has(digest));
  }

  get count(): number {
    return this.#wrote.size;
  }
}
