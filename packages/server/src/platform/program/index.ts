/** What the program is made of besides its main script: files around it, or parts of a single binary. */
export { isSingleBinary, readBytesPart, readTextPart } from './parts.ts';
export { loadNativeAddon, NativeAddonError } from './native-addon.ts';
export { forgetNodeSettings } from './node-settings.ts';
export { startThread } from './thread.ts';
export { createAskedThread } from './asked-thread.ts';
