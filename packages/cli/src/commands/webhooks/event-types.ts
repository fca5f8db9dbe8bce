import type { EventPattern, EventType } from '@drive/sdk';
import { CliError } from '../../shell/cli-error.ts';

const known: Readonly<Record<EventType, true>> = {
  'share.download': true,
  'share.download.anonymous': true,
  'collect.uploaded': true,
  'reproofing.submitted': true,
  'file.created': true,
  'file.replaced': true,
  'file.updated': true,
  'file.trashed': true,
  'file.restored': true,
  'file.deleted': true,
  'folder.created': true,
  'folder.updated': true,
  'folder.trashed': true,
  'folder.restored': true,
  'folder.deleted': true,
  'share.created': true,
  'share.updated': true,
  'share.revoked': true,
  'access.given': true,
  'access.invited': true,
  'access.changed': true,
  'access.revoked': true,
  'comment.created': true,
  'notification.created': true,
  'upload.completed': true,
  'upload.failed': true,
  'webhook.test': true,
};
const patterns: Readonly<Record<EventPattern, true>> = {
  'file.*': true,
  'folder.*': true,
  'share.*': true,
  'upload.*': true,
  '*': true,
};
const names = { ...known, ...patterns };

export const eventTypes = Object.keys(known) as readonly EventType[];

/** Types of events and patterns of them, separated by commas. */
export function parseEventTypes(text: string): (EventType | EventPattern)[] {
  const given = text.split(',').map((name) => name.trim());
  if (given.every((name): name is EventType | EventPattern => Object.hasOwn(names, name))) return given;
  throw new CliError('usage', `Use a comma-separated list of: ${Object.keys(names).join(', ')}.`);
}
