import { describeFailure } from '../connection/describe-failure.ts';
import { type ExitCode, exitCode } from '../shell/exit-code.ts';
import type { Context } from './context.ts';

/** Exit code of a command that processed several items. */
export function exitCodeOfAll(failed: readonly ExitCode[], attempted: number): ExitCode {
  if (failed.length === 0) return exitCode.done;
  if (failed.length < attempted) return exitCode.partlyFailed;
  return new Set(failed).size === 1 ? (failed[0] ?? exitCode.failed) : exitCode.failed;
}

/**
 * Reports the failure of one of several items: as a record with `--json`, else on standard error, prefixed with the first
 * value of `named`.
 */
export async function reportFailure(
  { output }: Pick<Context, 'output'>,
  named: Readonly<Record<string, string>>,
  error: unknown,
): Promise<ExitCode> {
  const report = describeFailure(error);
  const { exitCode, ...failure } = report;
  if (output.json) {
    await output.record({ ...named, status: 'failed', error: failure }, undefined);
    return exitCode;
  }
  const shownAs = Object.values(named)[0] ?? '';
  output.failure(report.message.includes(shownAs) ? report : { ...report, message: `${shownAs}: ${report.message}` });
  return exitCode;
}
