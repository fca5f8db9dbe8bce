import { randomBytes, randomUUID } from 'node:crypto';
import type { DriveEvent, EventType } from '@drive/sdk';
import { Argument, type Command } from 'commander';
import { exitCode } from '../../shell/exit-code.ts';
import type { Action, RunAction } from '../context.ts';
import { eventTypes } from './event-types.ts';
import { forwardEvent, parseReceiver } from './forward.ts';
import { lineOf, readSecret } from './listen.ts';

export function defineTrigger(webhooks: Command, run: RunAction): void {
  webhooks
    .command('trigger')
    .summary('Send an example event to a receiver on this machine')
    .description(
      'Send an example event to a receiver, signed like the deliveries of a webhook, and print the response. Needs no server. Exits non-zero if the receiver fails. `webhooks test` makes the server send one.',
    )
    .addArgument(new Argument('<type>', 'type of the event').choices(eventTypes))
    .requiredOption('--forward-to <url>', 'URL of the receiver, for example http://localhost:3000/hook')
    .option(
      '--secret-file <file>',
      'File with the signing secret, - for standard input; default: a new secret, which is shown',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli webhooks trigger collect.uploaded --forward-to http://localhost:3000/hook
  $ drive-cli webhooks trigger share.download --forward-to localhost:3000/hook --secret-file secret.txt`,
    )
    .action(run(trigger));
}

interface TriggerOptions {
  readonly forwardTo: string;
  readonly secretFile?: string;
}

const trigger: Action<[type: EventType, options: TriggerOptions]> = async (context, type, options) => {
  const { world, output, signal } = context;
  const receiver = parseReceiver(options.forwardTo);
  const secret = await readSecret(context, options);
  if (options.secretFile === undefined) output.ask(`the signing secret of this event: ${secret}`, { secret });
  const now = world.now();
  const event = exampleOf(type, now);
  const forwarded = await forwardEvent(receiver, event, secret, { now, signal });
  await output.result({ ...event, forwarded }, lineOf(output, now, event, forwarded));
  return forwarded.error === null ? exitCode.done : exitCode.failed;
};

function exampleOf(type: EventType, now: number): DriveEvent {
  const event = { id: `evt_${randomUUID()}`, created: Math.floor(now / 1000) };
  const occurred_at = new Date(now).toISOString();
  const token = randomBytes(16).toString('base64url');
  const file = { file_id: randomUUID(), file_name: 'report.pdf' };
  switch (type) {
    case 'share.download':
      return {
        ...event,
        type,
        data: { share_token: token, share_name: 'report.pdf', recipient_email_domain: 'example.com', occurred_at },
      };
    case 'share.download.anonymous':
      return { ...event, type, data: { share_token: token, share_name: 'report.pdf', ...file, occurred_at } };
    case 'collect.uploaded':
      return {
        ...event,
        type,
        data: {
          collection_token: token,
          collection_name: 'Invoices',
          ...file,
          file_size: 48_213,
          uploader_name: 'Ada Lovelace',
          occurred_at,
        },
      };
    case 'reproofing.submitted':
      return {
        ...event,
        type,
        data: {
          proofing_token: token,
          proofing_name: 'Wedding',
          file_ids: [randomUUID(), randomUUID()],
          client_name: 'Grace Hopper',
          comment: 'These two, please.',
          occurred_at,
        },
      };
    case 'notification.created':
      return {
        ...event,
        type,
        data: {
          notification_id: randomUUID(),
          notification_type: 'access_given',
          item_id: file.file_id,
          occurred_at,
        },
      };
    case 'webhook.test':
      return { ...event, type, data: { message: 'This is an example event.', occurred_at } };
    case 'upload.failed':
      return {
        ...event,
        type,
        data: {
          session_id: randomUUID(),
          file_name: 'report.pdf',
          folder_id: null,
          reason: 'expired',
          grant_id: null,
          occurred_at,
        },
      };
    case 'comment.created':
      return {
        ...event,
        type,
        data: {
          share_token: token,
          share_name: 'report.pdf',
          item_id: file.file_id,
          comment_id: randomUUID(),
          author_name: 'Ada Lovelace',
          body: 'Thank you!',
          occurred_at,
        },
      };
    default:
      return { ...event, type, data: exampleOfItem(type, occurred_at) } as DriveEvent;
  }
}

/** The data of an event of a file, a folder or a link. */
function exampleOfItem(type: EventType, occurred_at: string): object {
  const [thing, change] = type.split('.');
  if (thing === 'share') {
    const token = randomBytes(16).toString('base64url');
    const share = { share_token: token, kind: 'share', item_id: randomUUID(), name: 'report.pdf', mode: 'PUBLIC' };
    return { ...share, url: `https://drive.example.com/share/${token}`, occurred_at };
  }
  const caused = { origin: { kind: 'api_key', id: randomUUID() }, occurred_at };
  if (thing === 'access') {
    const item = { item_id: randomUUID(), item_name: 'Reports', role: 'editor', ...caused };
    if (change === 'invited') return { ...item, email: 'ada@example.com' };
    const principal = { principal_type: 'user', principal_id: randomUUID(), principal_name: 'Ada Lovelace' };
    return { ...item, ...principal };
  }
  const isFile = thing === 'file';
  const item = isFile
    ? {
        file_id: randomUUID(),
        file_name: 'report.pdf',
        folder_id: null,
        path: '/report.pdf',
        file_size: 48_213,
        mime_type: 'application/pdf',
        sha256: randomBytes(32).toString('hex'),
        version: 1,
        metadata: {},
        tags: [],
      }
    : { folder_id: randomUUID(), folder_name: 'Reports', parent_id: null, path: '/Reports' };
  if (change !== 'updated') return { ...item, ...caused };
  const name = isFile ? 'draft.pdf' : 'Drafts';
  return { ...item, ...caused, changed: ['name'], previous: { name, path: `/${name}` } };
}
