import type { ErrorCode } from '@drive/contract';

export interface Issue {
  readonly field: string;
  readonly message: string;
  readonly code: string;
}

export interface DomainErrorOptions {
  readonly cause?: unknown;
  readonly issues?: readonly Issue[];
  /** Additional fields of the envelope, with the contract's names. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/** Does not know HTTP: the status follows from the code. The caller sees the message, so it contains no data of others. */
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
