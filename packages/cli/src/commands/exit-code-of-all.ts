import { exitCode, type ExitCode } from '../shell/exit-code.ts';

/** What a command that did many things ends with: of those that failed each has a code of its own. */
export function exitCodeOfAll(failed: readonly ExitCode[], attempted: number): ExitCode {
  if (failed.length === 0) return exitCode.done;
  if (failed.length < attempted) return exitCode.partlyFailed;
  return new Set(failed).size === 1 ? (failed[0] ?? exitCode.failed) : exitCode.failed;
}
