import * as sea from 'node:sea';

/** Whether everything is inside the file that runs, with nothing around it. */
export const isSingleBinary: boolean = sea.isSea();

/** A file that the build put into the single binary, under its name beside the built program. */
export const readTextPart = (name: string): string => sea.getAsset(name, 'utf8');

/** Read-only: writing to it ends the process. */
export const readBytesPart = (name: string): Uint8Array => new Uint8Array(sea.getRawAsset(name));

/** The operator may add trusted certificates. */
const KEPT = 'NODE_EXTRA_CA_CERTS';

/** Most variables for Node have no effect on a single binary; this removes those that are read later, or by threads. */
export function forgetNodeSettings(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (name.startsWith('NODE_') && name !== KEPT) delete env[name];
}
