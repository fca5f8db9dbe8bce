import { openAsBlob } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { DriveErrorCode } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { isRecord } from '../../config/json-file.ts';
import { connect, type Connection } from '../../connection/connect.ts';
import { escapeUnsafe } from '../../output/terminal.ts';
import { callRaw, readApiPath, type RawAnswer, type RawCall, joinPages } from '../../raw-call/call.ts';
import { asQuery, readFields, type Fields } from '../../raw-call/fields.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, Context, RunAction } from '../context.ts';

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export function define(command: Command, run: RunAction): void {
  command
    .description('Call the API with your key and print the response.')
    .argument('<path>', 'path, for example /api/me; /api may be omitted: me')
    .addOption(new Option('-X, --method <method>', 'HTTP method (default: GET, or POST with fields or a body)'))
    .option('-f, --raw-field <name=value...>', 'String field of the body, or of the query for GET', collect)
    .option(
      '-F, --field <name=value...>',
      'Like -f, but true, false, null and numbers are typed, and @FILE is the content of a file (@- for standard input)',
      collect,
    )
    .option('-H, --header <name:value...>', 'Request header', collect)
    .option('--input <file>', 'File to send as the body, - for standard input')
    .option('-i, --include', 'Print the status and headers of the response')
    .option('--paginate', 'Fetch all pages of a list and print them as one')
    .addHelpText(
      'after',
      `
Brackets make arrays (-F 'ids[]=a' -F 'ids[]=b') and nested fields (-f 'a[b]=c'). The response is printed unchanged, on a
terminal with indentation. Error responses are printed too, and set the exit code. Pass secrets by a file or standard input:
other users can see the arguments of a command.

Examples:
  $ drive-cli api me
  $ drive-cli api files -X GET -f q=report --paginate | jq -r '.files[].name'
  $ drive-cli api files/folders -f name=Reports
  $ drive-cli api files/visibility -X PATCH --input change.json
  $ drive-cli api healthz -i`,
    )
    .action(run(api));
}

interface ApiOptions {
  readonly method?: string;
  readonly rawField?: readonly string[];
  readonly field?: readonly string[];
  readonly header?: readonly string[];
  readonly input?: string;
  readonly include?: boolean;
  readonly paginate?: boolean;
}

const STDIN = '-';
/** Default maximum of the server. */
const PAGE_ITEMS = '200';
/** Retries per page, because many pages hit the rate limit. */
const PATIENCE = 4;

export const api: Action<[path: string, options: ApiOptions]> = async (context, argument, options) => {
  const path = readApiPath(argument);
  const { method, headers, include, paginate } = readOptions(context, options);
  const { world, output } = context;
  const fields = await readFields({ raw: options.rawField ?? [], typed: options.field ?? [] }, world);
  const connection = await connect(context);
  const isQuery = fields !== undefined && (method === 'GET' || method === 'HEAD');
  const body = isQuery ? undefined : await readBody(context, options, fields);
  const isJson = body !== undefined && !headers.some(([name]) => name.toLowerCase() === 'content-type');
  const call: Omit<RawCall, 'path'> = {
    server: connection.url,
    key: connection.key,
    method,
    headers: isJson ? [...headers, ['content-type', 'application/json']] : headers,
    body,
    signal: context.signal,
  };
  const query = isQuery ? asQuery(fields) : [];
  const ask = (more: readonly (readonly [string, string])[]) =>
    askPatiently(context, { ...call, path: withQuery(path, [...query, ...more]) }, paginate ? PATIENCE : 0);

  const hasLimit = query.some(([name]) => name === 'limit') || /[?&]limit=/.test(path);
  const paging: [string, string][] = paginate && !hasLimit ? [['limit', PAGE_ITEMS]] : [];
  const answer = await ask(paging);
  if (include) await output.write(describeHead(answer));
  if (!paginate || answer.status >= 400) return await show(context, connection, answer);
  const document = await joinPages(parse(await answer.text()), async (more) => {
    const next = await ask([...paging, more]);
    if (next.status >= 400) throw await refusal(next, await next.text());
    return parse(await next.text());
  });
  await output.write(format(document, output));
};

function readOptions({ output }: Context, options: ApiOptions) {
  const hasFields = options.rawField !== undefined || options.field !== undefined;
  const method = (options.method ?? (hasFields || options.input !== undefined ? 'POST' : 'GET')).toUpperCase();
  if (!/^[A-Z]{1,20}$/.test(method)) throw new CliError('usage', `${options.method} is not an HTTP method`);
  const include = options.include === true;
  const paginate = options.paginate === true;
  if (paginate && method !== 'GET') {
    throw new CliError('usage', '--paginate works with GET only', { hint: 'add -X GET' });
  }
  if (include && output.json) throw new CliError('usage', '--include and --json cannot be combined');
  if (options.input !== undefined && hasFields && method !== 'GET') {
    throw new CliError('usage', '--input and fields cannot be combined');
  }
  const headers = (options.header ?? []).map((header): [string, string] => {
    const colon = header.indexOf(':');
    if (colon < 1) throw new CliError('usage', '--header takes name:value', { hint: "as in -H 'Accept: text/plain'" });
    return [header.slice(0, colon).trim(), header.slice(colon + 1).trim()];
  });
  return { method, headers, include, paginate };
}

async function readBody(
  { world, globals }: Context,
  { input }: ApiOptions,
  fields: Fields | undefined,
): Promise<RawCall['body']> {
  if (fields !== undefined) return JSON.stringify(fields);
  if (input === undefined) return undefined;
  if (input !== STDIN) {
    try {
      return await openAsBlob(resolve(world.cwd, input));
    } catch (error) {
      throw new CliError('usage', `cannot read ${input}: ${(error as Error).message}`, { cause: error });
    }
  }
  if (globals.apiKeyFile === STDIN) throw new CliError('usage', 'standard input cannot be both the key and the body');
  return buffer(world.stdin);
}

function withQuery(path: string, query: readonly (readonly [string, string])[]): string {
  if (query.length === 0) return path;
  const [before, after = ''] = path.split('?', 2);
  const all = new URLSearchParams(after);
  for (const [name, value] of query) all.set(name, value);
  return `${before}?${all.toString()}`;
}

async function askPatiently({ world, signal }: Context, call: RawCall, patience: number): Promise<RawAnswer> {
  for (let attempt = 0; ; attempt++) {
    const answer = await callRaw(call);
    if (answer.status !== 429 || attempt >= patience) return answer;
    const { retryAfterOf } = await import('@drive/sdk');
    const wait = retryAfterOf(answer.headers);
    if (wait === undefined || wait > 60) return answer;
    await answer.text();
    await world.sleep(wait * 1000, signal);
    signal.throwIfAborted();
  }
}

const describeHead = ({ status, statusText, headers }: RawAnswer): string =>
  [`${status} ${statusText}`, ...[...headers].map(([name, value]) => `${name}: ${value}`), '', ''].join('\n');

/** Streams a response that is not JSON. */
async function show({ output, world }: Context, { url }: Connection, answer: RawAnswer): Promise<void> {
  const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '');
  if (isJson || answer.status >= 400 || output.json) {
    const text = await answer.text();
    const document = isJson ? parse(text) : undefined;
    if (output.json && !isJson && text !== '') {
      throw new CliError('failed', `${url} answered something that is not JSON`, { hint: 'leave out --json' });
    }
    if (isJson || output.json) await output.write(format(document ?? null, output));
    else if (text !== '') await output.write(text);
    if (answer.status >= 400) throw await refusal(answer, text);
    return;
  }
  const isText = (answer.headers.get('content-type') ?? 'text/').startsWith('text/');
  if (!isText && world.stdout.isTTY === true) {
    throw new CliError('usage', 'refusing to write binary data to the terminal', {
      hint: 'redirect the output to a file or a pipe',
    });
  }
  if (answer.body === null) return;
  for await (const chunk of answer.body) {
    await new Promise<void>((resolve, reject) => {
      world.stdout.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
}

const format = (document: unknown, { interactive }: Context['output']): string =>
  `${escapeUnsafe(JSON.stringify(document, null, interactive ? 2 : undefined))}\n`;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError('failed', 'the server answered something that is not JSON', { cause: error });
  }
}

/** Turns an error response into a CliError with the server's message. */
async function refusal({ status, statusText, headers }: RawAnswer, text: string): Promise<Error> {
  const { DriveError, retryAfterOf } = await import('@drive/sdk');
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch {
    envelope = undefined;
  }
  const { code, message } = isRecord(envelope) ? envelope : {};
  return new DriveError(
    typeof code === 'string' ? (code as DriveErrorCode) : 'unexpected_answer',
    typeof message === 'string' ? message : `the server answered ${status} ${statusText}`,
    {
      status,
      retryAfter: retryAfterOf(headers),
      requestId: headers.get('x-request-id') ?? undefined,
    },
  );
}
