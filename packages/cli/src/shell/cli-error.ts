import { exitCode, type ExitCode } from './exit-code.ts';

/** An error detected by this program: one line, and what to do next. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;
  /** Stable, for `--json`. */
  readonly code: string;
  readonly hint: string | undefined;

  constructor(kind: keyof typeof kinds, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.exitCode = kinds[kind];
    this.code = kind;
    this.hint = options.hint;
  }
}

const kinds = {
  usage: exitCode.wrongUsage,
  failed: exitCode.failed,
  partly_failed: exitCode.partlyFailed,
  not_signed_in: exitCode.notAllowed,
  denied: exitCode.notAllowed,
  share_locked: exitCode.notAllowed,
  not_found: exitCode.notFound,
  exists: exitCode.conflict,
  conflict: exitCode.conflict,
  temporary: exitCode.temporary,
  interrupted: exitCode.interrupted,
} as const satisfies Record<string, ExitCode>;

/** A failure to read something here, in words. */
export function explainUnreadable(error: unknown, shownAs: string): CliError {
  if (error instanceof CliError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new CliError('not_found', `${shownAs}: no such file or folder`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM') {
    return new CliError('failed', `${shownAs}: no permission to read it`, { cause: error });
  }
  return new CliError('failed', `${shownAs}: ${(error as Error).message}`, { cause: error });
}
