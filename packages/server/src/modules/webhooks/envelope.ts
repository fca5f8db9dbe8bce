import type { DriveEvent } from '../../platform/events/index.ts';

/** What goes out for an event, to webhooks and streams alike. */
export const writeEnvelope = ({ id, type, createdAt, data }: DriveEvent): string =>
  JSON.stringify({ id, type, created: Math.floor(createdAt / 1000), data });
