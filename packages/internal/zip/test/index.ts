export { lengthOf, zeros, zipFileOf, zipOf } from './zip-files.ts';
export { readZip, type ReadZip, type ZipReaderEntry } from './zip-reader.ts';
export { findCommand, runUnpacker, unpackers, writeZip } from './unpackers.ts';
