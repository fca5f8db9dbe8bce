/** Events: rows written with their cause. This folder alone writes the events table. */
export { createEvents, type EventsDeps } from './create-events.ts';
export type { DriveEvent, Events, StoredEvent } from './events-port.ts';
