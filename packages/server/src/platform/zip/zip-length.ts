import { centralHeaderBytes, endRecordsBytes, localHeaderBytes, type ZipEntry } from './zip-records.ts';

/** How long a ZIP of stored files is, added up file by file: everything in it is known before a byte of it is made. */
export class ZipLength {
  #count = 0;
  #filesBytes = 0;
  #directoryBytes = 0;

  add({ path, sizeBytes, modifiedAt }: Omit<ZipEntry, 'crc32'>): void {
    this.#directoryBytes += centralHeaderBytes(path, sizeBytes, modifiedAt, this.#filesBytes);
    this.#filesBytes += localHeaderBytes(path, sizeBytes, modifiedAt) + sizeBytes;
    this.#count += 1;
  }

  /** Of the whole, if there were no more files. */
  get bytes(): number {
    const directory = { count: this.#count, offset: this.#filesBytes, bytes: this.#directoryBytes };
    return this.#filesBytes + this.#directoryBytes + endRecordsBytes(directory);
  }
}
