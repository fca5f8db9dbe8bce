import type { EventType } from '@drive/sdk';
import { CliError } from '../../shell/cli-error.ts';

const known: Readonly<Record<EventType, true>> = {
  'share.download': true,
  'share.download.anonymous': true,
  'collect.uploaded': true,
  'reproofing.submitted': true,
  'file.replaced': true,
  'webhook.test': true,
};

export const eventTypes = Object.keys(known) as readonly EventType[];

/** Types of events, separated by commas. */
export function parseEventTypes(text: string): EventType[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name): name is EventType => Object.hasOwn(known, name))) return names;
  throw new CliError('usage', `Use a comma-separated list of: ${eventTypes.join(', ')}.`);
}
