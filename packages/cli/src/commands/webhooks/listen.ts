import { randomBytes } from 'node:crypto';
import type { DriveEvent, EventPattern, EventType } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatClock } from '../../output/format.ts';
import type { Output } from '../../output/output.ts';
import { paint, printable } from '../../output/terminal.ts';
import { padEnd, padStart } from '../../output/text-width.ts';
import { usage } from '../../shell/argument-parsers.ts';
import { exitCode } from '../../shell/exit-code.ts';
import { readSecretFile } from '../../shell/secret-file.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { parseEventTypes } from './event-types.ts';
import { forwardEvent, parseReceiver, type Forwarded } from './forward.ts';

export function defineListen(webhooks: Command, run: RunAction): void {
  webhooks
    .command('listen')
    .summary('Receive events on this machine')
    .description(
      'Receive events of your account as they happen and forward them to a local server, signed like the deliveries of a webhook. No webhook is needed.',
    )
    .option(
      '--forward-to <url>',
      'Local URL to forward to, for example http://localhost:3000/hook; default: only show events',
    )
    .addOption(
      new Option('--events <types>', 'Event types to receive (comma-separated)').argParser(usage(parseEventTypes)),
    )
    .option(
      '--secret-file <file>',
      'File with the signing secret, - for standard input; default: a new secret, which is shown',
    )
    .option('--since <event>', 'Start after this event id, at most 24 hours back')
    .addHelpText(
      'after',
      `
Events are changes of files, folders and links, downloads from your shares, uploads to your file requests, selections in
your proofings, failed uploads, and \`webhooks test\`. \`webhooks trigger\` sends an example of each type without waiting for one.

A failing receiver is reported and still gets the next event; no event is sent twice. A lost connection is restored, and
missed events follow. Stop with Ctrl-C.

Examples:
  $ drive-cli webhooks listen --forward-to http://localhost:3000/hook
  $ drive-cli webhooks listen --events collect.uploaded --json | jq -r .data.file_name`,
    )
    .action(run(listen));
}

interface ListenOptions {
  readonly forwardTo?: string;
  readonly events?: readonly (EventType | EventPattern)[];
  readonly secretFile?: string;
  /** Start after this event id. */
  readonly since?: string;
}

const SOURCES =
  'events come from changes of files, folders and links, downloads from your shares, uploads to your file requests and selections in your proofings; for an example: drive-cli webhooks trigger';

/** Maximum number of events forwarded at the same time. */
const AT_ONCE = 10;
const SECRET_BYTES = 42;
const TYPE_COLUMNS = 24;
const MS_COLUMNS = 6;

const listen: Action<[options: ListenOptions]> = async (context, options) => {
  const { output, signal } = context;
  const receiver = options.forwardTo === undefined ? undefined : parseReceiver(options.forwardTo);
  const secret = await readSecret(context, options);
  const { client, url } = await connect(context);
  if (options.secretFile === undefined && receiver !== undefined) {
    output.ask(`the signing secret of this session: ${secret}`, { secret });
  }
  const broken = new AbortController();
  let isFirst = true;
  const stream = client.events.stream({
    signal: AbortSignal.any([signal, broken.signal]),
    lastEventId: options.since,
    types: options.events,
    onConnect() {
      const to = receiver === undefined ? '' : `, forwarding to ${receiver.href}`;
      output.note(isFirst ? `listening to ${url}${to}; stop with Ctrl-C` : 'connected again');
      if (isFirst) output.note(SOURCES);
      isFirst = false;
    },
    onDisconnect: () => output.warn(`lost the connection to ${url}; reconnecting, missed events will follow`),
  });
  const underWay = new Set<Promise<void>>();
  for await (const event of stream) {
    const work = deliver(context, receiver, secret, event)
      // Errors of the receiver are handled; this one is the CLI's own, such as a closed output.
      .catch((error: unknown) => broken.abort(error))
      .finally(() => underWay.delete(work));
    underWay.add(work);
    if (underWay.size >= AT_ONCE) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  if (!signal.aborted) broken.signal.throwIfAborted();
  return exitCode.interrupted;
};

/** Differs visibly from a webhook's secret. In the form that libraries of Standard Webhooks decode. */
const makeSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

export async function readSecret(
  { world, globals }: Context,
  { secretFile }: Pick<ListenOptions, 'secretFile'>,
): Promise<string> {
  if (secretFile === undefined) return makeSecret();
  return readSecretFile(world, secretFile, { what: 'signing secret', isTaken: globals.apiKeyFile === '-' });
}

async function deliver(context: Context, receiver: URL | undefined, secret: string, event: DriveEvent): Promise<void> {
  const { world, output, signal } = context;
  if (receiver === undefined) return printEvent(context, event, lineOfEvent(context, event));
  const now = world.now();
  const forwarded = await forwardEvent(receiver, event, secret, { now, signal });
  await printEvent(context, { ...event, forwarded }, lineOf(output, now, event, forwarded));
}

const printEvent = ({ output }: Context, record: object, line: string): Promise<void> =>
  output.structured ? output.record(record, undefined) : output.write(`${line}\n`);

function lineOfEvent({ output }: Context, { id, type, created, data }: DriveEvent): string {
  const told = JSON.stringify(data);
  if (!output.interactive) return [new Date(created * 1000).toISOString(), type, id, told].join('\t');
  return `${formatClock(created * 1000)}  ${padEnd(printable(type), TYPE_COLUMNS)}  ${printable(told)}`;
}

export function lineOf(output: Output, now: number, { type, id }: DriveEvent, result: Forwarded): string {
  const { statusCode, error, durationMs } = result;
  const status = String(statusCode ?? 'failed');
  const why = error === null || error === `answered ${statusCode}` ? '' : error;
  if (!output.interactive) return [new Date(now).toISOString(), type, status, durationMs, id, why].join('\t');
  const painted = paint(output.colors, error === null ? '32' : '31', status);
  const ms = padStart(String(durationMs), MS_COLUMNS);
  const start = `${formatClock(now)}  ${padEnd(printable(type), TYPE_COLUMNS)}`;
  return `${start}  ${painted}${ms} ms${why === '' ? '' : `  ${printable(why)}`}`;
}
