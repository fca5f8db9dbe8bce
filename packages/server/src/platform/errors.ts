import type { ErrorCode } from '@drive/contract';

/** One field of a request that can't be taken as it is. */
export interface Issue {
  readonly field: string;
  readonly message: string;
  readonly code: string;
}

export interface DomainErrorOptions {
  readonly cause?: unknown;
  readonly issues?: readonly Issue[];
  /** Fields beside the envelope's own, in the contract's spelling. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/**
 * A refusal with a meaning. It knows nothing of HTTP: the status follows from the code where answers are written.
 * The message is shown to the caller, so it says what to do and holds nothing that is not theirs to see.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const isDomainError = (error: unknown, code?: ErrorCode): error is DomainError =>
  error instanceof DomainError && (code === undefined || error.code === code);
