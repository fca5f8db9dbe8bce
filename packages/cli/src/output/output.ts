import { once } from 'node:events';
import { isRecord } from '../config/json-file.ts';
import { CliError } from '../shell/cli-error.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { World } from '../shell/world.ts';
import type { JqFilter } from './jq-filter.ts';
import { formatTable } from './table.ts';
import { escapeUnsafe, paint, printable } from './terminal.ts';

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  /** false: never; otherwise on a terminal, unless NO_COLOR is set. */
  readonly color: boolean;
  /** Whether requests are reported. */
  readonly debug?: boolean;
  /** Fields of records to write instead of the usual text, or of complete records. */
  readonly fields?: readonly string[];
  /** Filters the JSON on standard output. */
  readonly filter?: JqFilter;
}

/** An error as it is printed: `message` is one line, `hint` says what to do next. */
export interface FailureReport {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Figures of this failure, for programs. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly exitCode: ExitCode;
}

/** Lines at the bottom of the terminal that are removed while other text is written. */
export interface Footer {
  hide(): void;
  show(): void;
}

/**
 * The only access to the two streams. Data goes to standard output, everything else to standard error. The streams are
 * guarded ({@link guardTerminal}), so no text can control a terminal; JSON escapes control characters everywhere.
 *
 * With `json` each call that writes data writes one line of JSON (a document on a terminal is indented), and each
 * message on standard error is one line of JSON too.
 */
export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Whether all data has to be written by `result` and `record`: `--json` or `--fields`. */
  readonly structured: boolean;
  /** Standard output is a terminal, and the user reads text there. */
  readonly interactive: boolean;
  readonly colors: boolean;
  /** Whether moving pictures may be shown on standard error. */
  readonly animated: boolean;
  /** A record as JSON, with the fields that the user has chosen. */
  stringify(record: unknown): string;
  /** The one document of a command, or its text. */
  result(document: unknown, text: string | readonly string[]): Promise<void>;
  /** One of many results, streamed. `undefined` as text writes nothing in text mode. */
  record(record: unknown, text: string | undefined): Promise<void>;
  /** Text on standard output, with its own line ends; it may contain colors. */
  write(text: string): Promise<void>;
  /** Something that the user has to do now, so not even `quiet` silences it. `details` are for `--json`. */
  ask(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Additional information. Silent with `quiet`. */
  note(message: string): void;
  /** Something that may be wrong. */
  warn(message: string): void;
  /** Whether {@link debug} writes anything. */
  readonly debugs: boolean;
  /** Network activity, for --debug. */
  debug(message: string): void;
  failure(report: FailureReport): void;
  setFooter(footer: Footer | undefined): void;
}

/** Whether FORCE_COLOR asks for colors also where there is no terminal. */
export const forcesColors = ({ FORCE_COLOR: force }: World['env']): boolean =>
  force !== undefined && !['', '0', 'false'].includes(force);

/** DRIVE_LOG asks for the requests, too. */
const isDebugging = ({ env }: Pick<World, 'env'>): boolean => env['DRIVE_LOG'] === 'debug';

export function createOutput(world: World, options: OutputOptions): Output {
  const { stdout, stderr } = world;
  const { json, quiet, fields, filter, debug: debugs = isDebugging(world) } = options;
  const dumb = world.env['TERM'] === 'dumb';
  const forced = forcesColors(world.env);
  const colorsAllowed = options.color && !world.env['NO_COLOR'] && (!dumb || forced);
  const colorsOnStderr = colorsAllowed && (stderr.isTTY === true || forced);
  let footer: Footer | undefined;
  /** JSON of which the end has not been written. */
  let unfiltered = '';

  function writeMessage(level: 'note' | 'warning' | 'debug', message: string): void {
    const style = { note: '', warning: paint(colorsOnStderr, '33', 'warning: '), debug: 'debug: ' }[level];
    writeLine(json ? JSON.stringify({ level, message }) : style + message);
  }

  function writeLine(line: string): void {
    footer?.hide();
    stderr.write(`${json ? escapeUnsafe(line) : line}\n`);
    footer?.show();
  }

  async function write(text: string): Promise<void> {
    if (filter === undefined) return put(json ? escapeUnsafe(text) : text);
    unfiltered += text;
    // Documents and records end with a line; a list that is streamed, with its last one.
    if (!text.endsWith('\n')) return;
    const filtered = filter(unfiltered, { indented: stdout.isTTY === true });
    unfiltered = '';
    if (filtered !== '') await put(filtered);
  }

  async function put(text: string): Promise<void> {
    if (footer !== undefined && stdout.isTTY) footer.hide();
    if (!stdout.write(text)) await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]);
    if (stdout.isTTY) footer?.show();
  }

  const pick = (record: unknown): unknown =>
    fields === undefined ? record : Object.fromEntries(fields.map((name) => [name, fieldOf(record, name)]));

  function textOf(document: unknown, chosen: readonly string[]): string[] {
    const rows = (Array.isArray(document) ? document : [document]).map((record: unknown) =>
      chosen.map((name) => formatField(fieldOf(record, name))),
    );
    if (!Array.isArray(document) || stdout.isTTY !== true) return rows.map((row) => row.join('\t'));
    const titles = chosen.map((name) => ({ title: name.replaceAll(/[A-Z]/g, ' $&').toUpperCase() }));
    return formatTable(
      titles,
      rows.map((row) => row.map(printable)),
    );
  }

  return {
    json,
    quiet,
    structured: json || fields !== undefined,
    stringify: (record) => JSON.stringify(pick(record)),
    interactive: stdout.isTTY === true && !json,
    colors: colorsAllowed && (stdout.isTTY === true || forced) && !json,
    animated: stderr.isTTY === true && !quiet && !dumb,
    write,
    async result(document, text) {
      if (json) {
        const picked: unknown = Array.isArray(document) ? document.map(pick) : pick(document);
        return write(`${JSON.stringify(picked, null, stdout.isTTY ? 2 : undefined)}\n`);
      }
      const isChosen = fields !== undefined && document !== undefined;
      const lines = isChosen ? textOf(document, fields) : typeof text === 'string' ? [text] : text;
      if (lines.length > 0) await write(lines.map((line) => `${line}\n`).join(''));
    },
    async record(record, text) {
      if (json) await write(`${JSON.stringify(pick(record))}\n`);
      else if (fields !== undefined && record !== undefined) await write(`${textOf(record, fields).join('\n')}\n`);
      else if (text !== undefined) await write(`${text}\n`);
    },
    ask: (message, details) => writeLine(json ? JSON.stringify({ level: 'action', message, ...details }) : message),
    note(message) {
      if (!quiet) writeMessage('note', message);
    },
    warn: (message) => writeMessage('warning', message),
    debugs,
    debug(message) {
      if (debugs) writeMessage('debug', message);
    },
    failure({ message, hint, ...rest }) {
      if (json) return writeLine(JSON.stringify({ level: 'error', ...rest, message, hint }));
      const next = hint === undefined ? '' : `; ${hint}`;
      writeLine(paint(colorsOnStderr, '31', 'error: ') + `${message}${next}`);
    },
    setFooter(next) {
      footer = next;
    },
  };
}

/** A record of an outcome has the fields that its `status` needs; all others have the same fields. */
function fieldOf(record: unknown, name: string): unknown {
  if (!isRecord(record)) return undefined;
  if (name in record || 'status' in record) return record[name] ?? null;
  throw new CliError('usage', `there is no field ${name}`, { hint: `fields are ${Object.keys(record).join(', ')}` });
}

function formatField(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
