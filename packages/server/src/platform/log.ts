/**
 * What may be logged. The fields are a closed list, so that a token, a password, a file's name or a raw address has no
 * place to slip in; a route is the pattern (`/share/{token}`), never the path.
 */
export interface LogFields {
  readonly requestId?: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly bytes?: number;
  /** users.id */
  readonly userId?: string;
  readonly jobType?: string;
  readonly attempt?: number;
  readonly count?: number;
  readonly code?: string;
  readonly setting?: string;
  readonly path?: string;
  /** items.id */
  readonly fileId?: string;
  readonly blobKey?: string;
  /** Only its class, message and stack are written, without what may be a credential. */
  readonly error?: unknown;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** `event` is a fixed phrase, `upload complete`: whatever varies is a field. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>;
