import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';

/** The library that replaces the clock of a program; undefined if the program faketime is not installed. */
export function findFaketime(): string | undefined {
  const { status, stdout } = spawnSync('faketime', ['-m', '-f', '+0', 'sh', '-c', 'printf %s "$LD_PRELOAD"'], {
    encoding: 'utf8',
  });
  return status === 0 && stdout !== '' ? stdout : undefined;
}

/** The time of day of another process, which differs from this one's. Its timers run normally, as after a machine has slept. */
export class FakedClock {
  readonly #file: string;
  #aheadMs = 0;

  constructor(file: string) {
    this.#file = file;
    this.putTo(Date.now());
  }

  /** The environment of the process. */
  env(library: string): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  putTo(at: number): void {
    this.#aheadMs = at - Date.now();
    const sign = this.#aheadMs < 0 ? '-' : '+';
    // Atomic: the other process reads it with each call of the clock.
    writeFileSync(`${this.#file}.new`, `${sign}${(Math.abs(this.#aheadMs) / 1000).toFixed(3)}`);
    renameSync(`${this.#file}.new`, this.#file);
  }

  jump(ms: number): void {
    this.putTo(this.now() + ms);
  }
}
