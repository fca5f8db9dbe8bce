/** Events: rows written with their cause. This folder alone writes the events table. */
export { createEvents, type EventsDeps } from './create-events.ts';
export { forgetForeignOrder } from './event-store.ts';
export {
  firstPosition,
  type DriveEvent,
  type EventPosition,
  type Events,
  type NewEvent,
  type StoredEvent,
} from './events-port.ts';
