/**
 * News between modules: an event is a row written with what happened, and one job a subscriber hands it on. This folder
 * alone writes the events table.
 */
export { createEvents, type EventsDeps } from './create-events.ts';
export type { DriveEvent, EventData, Events, EventType, StoredEvent } from './events.ts';
