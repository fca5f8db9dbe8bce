export { ZipLength } from './zip-records.ts';
export { ZipStream, type ListZipFiles, type ZipFile } from './zip-stream.ts';
