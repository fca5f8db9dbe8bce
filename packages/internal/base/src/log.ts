/** Closed, so that no token, password, file name or address can be logged. A route is the pattern (`/share/{token}`). */
export interface LogFields {
  readonly requestId?: string;
  /** Only of requests, and only if DRIVE_LOG_CLIENT_IP is on. */
  readonly clientIp?: string;
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
  /** Id of a server. */
  readonly node?: string;
  readonly path?: string;
  readonly fileId?: string;
  readonly blobKey?: string;
  /** Only its class, message and stack are written, with credentials redacted. */
  readonly error?: unknown;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** `event` is a fixed phrase, `upload complete`: every variable part is a field. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>;
