import { describeFailure } from '../connection/failure.ts';
import { type ExitCode, exitCode } from '../shell/exit-code.ts';
import type { Context } from './context.ts';

/** What a command that did many things ends with: of those that failed each has a code of its own. */
export function exitCodeOfAll(failed: readonly ExitCode[], attempted: number): ExitCode {
  if (failed.length === 0) return exitCode.done;
  if (failed.length < attempted) return exitCode.partlyFailed;
  return new Set(failed).size === 1 ? (failed[0] ?? exitCode.failed) : exitCode.failed;
}

/**
 * Tells that one of many things failed, and what with: a record with `json`, a line on standard error otherwise, which
 * names the thing. `named` is the record's, with what the user called it.
 */
export async function reportFailure(
  { output }: Pick<Context, 'output'>,
  named: Readonly<Record<string, string>>,
  error: unknown,
): Promise<ExitCode> {
  const report = describeFailure(error);
  const { exitCode, ...told } = report;
  if (output.json) {
    await output.record({ ...named, status: 'failed', error: told }, undefined);
    return exitCode;
  }
  const shownAs = Object.values(named)[0] ?? '';
  output.failure(report.message.includes(shownAs) ? report : { ...report, message: `${shownAs}: ${report.message}` });
  return exitCode;
}
