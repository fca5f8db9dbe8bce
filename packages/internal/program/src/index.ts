/** Files of the program besides its main script, on disk or in a single binary; and its threads. */
export { forgetNodeSettings, isSingleBinary, readBytesPart, readTextPart } from './single-binary.ts';
export { loadNativeAddon, NativeAddonError } from './native-addon.ts';
export { defineWorker, type WorkerThread } from './define-worker.ts';
export { receiveTasks, serveWorker } from './serve-worker.ts';
export { startThread, type Thread } from './thread.ts';
