import { describeFailure } from '../connection/failure.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { Context } from './context.ts';

/**
 * Tells that one of many things failed, and what with: a record with `json`, a line on standard error otherwise, which
 * names the thing. `named` is the record's, with what the user called it.
 */
export async function tellFailure(
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
