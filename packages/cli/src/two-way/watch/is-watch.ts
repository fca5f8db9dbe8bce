import { WAITING_PROCESS } from '../../shell/hand-over.ts';

/** Whether this may be the first process of a watch. If it is not one, it is run by a process that waits for its end. */
export const isWatch = (argv: readonly (string | undefined)[]): boolean =>
  argv.includes('sync') && argv.includes('--watch') && process.env[WAITING_PROCESS] !== String(process.ppid);
