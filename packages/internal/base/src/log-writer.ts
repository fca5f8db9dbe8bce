import { fstatSync, writeSync } from 'node:fs';
import { isoTime, type Clock } from './clock.ts';
import type { Log, LogFields, LogLevel } from './log.ts';

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: 'json' | 'pretty';
  readonly clock: Clock;
  readonly write: (lines: string) => void;
  /** Global pattern of secrets, such as tokens in paths of links. Each match is redacted except for its first group. */
  readonly linkPath?: RegExp;
}

const severity: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Fields are taken one by one, so that nothing else of an object is logged. */
export function createLog({ level, format, clock, write, linkPath }: LogOptions): Log & { flush(): void } {
  const line = format === 'json' ? jsonLine : prettyLine;
  let waiting = '';
  const flush = (): void => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') write(lines);
  };
  const at =
    (eventLevel: LogLevel) =>
    (event: string, fields: LogFields = {}): void => {
      if (severity[eventLevel] < severity[level]) return;
      // The lines of one turn of the event loop are written together.
      if (waiting === '') setImmediate(flush);
      waiting += line(isoTime(clock.now()), eventLevel, event, fields, linkPath);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), flush };
}

/** undefined unless a regular file. Lines that a full disk refuses are lost, where Node's stream would end the process. */
export function openLogFile(descriptor: number): ((lines: string) => void) | undefined {
  if (!fstatSync(descriptor).isFile()) return undefined;
  return (lines) => {
    const bytes = Buffer.from(lines);
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
    } catch {
      // There is no other place to report it.
    }
  };
}

type PlainField = Exclude<keyof LogFields, 'error'>;
const plainFields: Readonly<Record<PlainField, true>> = {
  requestId: true,
  // Before the status: deploy/fail2ban reads the fields in this order.
  clientIp: true,
  method: true,
  route: true,
  status: true,
  durationMs: true,
  bytes: true,
  userId: true,
  jobType: true,
  attempt: true,
  count: true,
  code: true,
  setting: true,
  node: true,
  path: true,
  fileId: true,
  blobKey: true,
};
const fieldNames = Object.keys(plainFields) as PlainField[];

function jsonLine(time: string, level: LogLevel, event: string, fields: LogFields, linkPath?: RegExp): string {
  const entry: Record<string, unknown> = { time, level, event };
  for (const name of fieldNames) if (fields[name] !== undefined) entry[name] = fields[name];
  if (fields.error !== undefined) entry['error'] = describe(fields.error, linkPath);
  return `${JSON.stringify(entry)}\n`;
}

function prettyLine(time: string, level: LogLevel, event: string, fields: LogFields, linkPath?: RegExp): string {
  const given = fieldNames.flatMap((name) =>
    fields[name] === undefined ? [] : [`${name}=${printable(fields[name])}`],
  );
  const head = `${time.slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${event}`;
  const error = fields.error === undefined ? '' : `\n${indented(describe(fields.error, linkPath))}`;
  return `${[head, ...given].join('  ')}${error}\n`;
}

/** No value can end the line or steer the terminal. */
const printable = (value: string | number): string =>
  String(value).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));

interface ErrorDescription {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/** A session's id, which authorizes its PUT, and every other UUID. */
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Blob keys and digests are hexadecimal and authorize nothing, so they are not redacted. */
const tokenLike = /[\w-]{20,}/g;
const isToken = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text);

/** For texts of others: system errors name paths with session ids, URL parsers and mail servers quote their input. */
const redact = (text: string, linkPath: RegExp | undefined): string =>
  (linkPath === undefined ? text : text.replaceAll(linkPath, '$1[redacted]'))
    .replaceAll(uuid, '[redacted]')
    .replaceAll(tokenLike, (word) => (isToken(word) ? '[redacted]' : word));

/** Without further fields, in which drivers store values. The only variable texts of a line, so the only ones to redact. */
function describe(error: unknown, linkPath: RegExp | undefined, depth = 0): ErrorDescription {
  if (!(error instanceof Error))
    return { name: typeof error, message: typeof error === 'string' ? redact(error, linkPath) : '' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const stack = error.stack === undefined ? {} : { stack: frames(error.stack) };
  const cause = error.cause === undefined || depth >= 4 ? {} : { cause: describe(error.cause, linkPath, depth + 1) };
  return { name: error.name, message: redact(error.message, linkPath), ...code, ...stack, ...cause };
}

const frames = (stack: string): string =>
  stack
    .split('\n')
    .filter((text) => text.startsWith('    at '))
    .join('\n')
    .replaceAll(uuid, '[redacted]');

function indented(error: ErrorDescription): string {
  const { name, message, code, stack, cause } = error;
  const head = `  ${name}${code === undefined ? '' : ` (${code})`}: ${message.replaceAll('\n', '\n  ')}`;
  return [head, ...(stack === undefined ? [] : [stack]), ...(cause === undefined ? [] : [indented(cause)])].join('\n');
}
