import { DomainError as AnyDomainError, isDomainError as isAnyDomainError, type DomainErrorOptions } from '@drive/base';
import type { ErrorCode } from '@drive/contract';

export type { Issue } from '@drive/base';

/** A `DomainError` whose code the contract describes. The class is that of `@drive/base`. */
export type DomainError = AnyDomainError<ErrorCode>;
export const DomainError: new (code: ErrorCode, message: string, options?: DomainErrorOptions) => DomainError =
  AnyDomainError<ErrorCode>;

export const isDomainError = (error: unknown, code?: ErrorCode): error is DomainError => isAnyDomainError(error, code);
