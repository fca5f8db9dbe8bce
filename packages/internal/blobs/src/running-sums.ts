import { createHash, type Hash } from 'node:crypto';
import type { Digest } from './blob-store.ts';
import { crc32 } from './crc32.ts';

/** Sums of bytes that arrive in order. A copy continues from the same place on its own. */
export class RunningSums {
  readonly #hash: Hash;
  #bytes: number;
  #crc32: number;

  constructor(hash = createHash('sha256'), bytes = 0, crc = 0) {
    this.#hash = hash;
    this.#bytes = bytes;
    this.#crc32 = crc;
  }

  get bytes(): number {
    return this.#bytes;
  }

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#crc32 = crc32(chunk, this.#crc32);
    this.#bytes += chunk.length;
  }

  copy(): RunningSums {
    return new RunningSums(this.#hash.copy(), this.#bytes, this.#crc32);
  }

  digest(): Digest {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex'), crc32: this.#crc32 };
  }
}
