export interface Issue {
  readonly field: string;
  readonly message: string;
  readonly code: string;
}

export interface DomainErrorOptions {
  readonly cause?: unknown;
  readonly issues?: readonly Issue[];
  /** Additional fields of the envelope, with the API's names. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/**
 * A rule refuses a call. Does not know HTTP: the status follows from the code, whose values the program defines. The caller
 * sees the message, so it contains no data of others.
 */
export class DomainError<Code extends string = string> extends Error {
  override readonly name = 'DomainError';
  readonly code: Code;
  readonly issues: readonly Issue[] | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: Code, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const isDomainError = <Code extends string = string>(error: unknown, code?: Code): error is DomainError<Code> =>
  error instanceof DomainError && (code === undefined || error.code === code);

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
