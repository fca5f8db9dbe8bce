import { readFile } from 'node:fs/promises';
import type { Reader } from 'mmdb-lib';

/** The part that tables of countries and of cities share. */
interface Place {
  readonly country?: { readonly iso_code?: unknown };
  readonly registered_country?: { readonly iso_code?: unknown };
}
type Places = Pick<Reader<any>, 'get'>;

const retryMs = 3_600_000;

/** A table of networks and their countries (.mmdb). */
export class CountryTable {
  readonly #path: string;
  readonly #onError: (error: unknown) => void;
  readonly #now: () => number;
  #places: Promise<Places | undefined> | undefined;
  #failedAt = -Infinity;

  constructor(path: string, onError: (error: unknown) => void, now: () => number = () => performance.now()) {
    this.#path = path;
    this.#onError = onError;
    this.#now = now;
  }

  /** The code of the country (ISO 3166-1) of an address; null if it is not known. */
  async find(ip: string): Promise<string | null> {
    const places = await this.#load();
    try {
      const place = places?.get(ip.replace(/^::ffff:(?=[\d.]+$)/i, '')) as Place | null | undefined;
      const code = place?.country?.iso_code ?? place?.registered_country?.iso_code;
      return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null;
    } catch {
      // No address.
      return null;
    }
  }

  #load(): Promise<Places | undefined> {
    if (this.#failedAt + retryMs <= this.#now()) this.#places ??= this.#read();
    return this.#places ?? Promise.resolve(undefined);
  }

  async #read(): Promise<Places | undefined> {
    try {
      const [bytes, { Reader: MmdbReader }] = await Promise.all([readFile(this.#path), import('mmdb-lib')]);
      return new MmdbReader<any>(bytes);
    } catch (error) {
      this.#failedAt = this.#now();
      this.#places = undefined;
      this.#onError(error);
      return undefined;
    }
  }
}
