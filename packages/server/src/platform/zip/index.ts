/**
 * The ZIP format, of stored files whose sizes and checksums are known before a byte is written: `zip-records.ts` writes its
 * records, `zip-length.ts` adds up what they come to, `zip-stream.ts` puts them between the bytes of files.
 */
export { ZipLength } from './zip-length.ts';
export { ZipStream, type ListZipFiles, type ZipFile } from './zip-stream.ts';
