import * as sea from 'node:sea';

/** Whether everything is inside the file that runs, with nothing around it. */
export const isSingleBinary: boolean = sea.isSea();

/** A file that the build put into the single binary, under its name beside the built program. */
export const readTextPart = (name: string): string => sea.getAsset(name, 'utf8');

/** Read-only: writing to it ends the process. */
export const readBytesPart = (name: string): Uint8Array => new Uint8Array(sea.getRawAsset(name));
