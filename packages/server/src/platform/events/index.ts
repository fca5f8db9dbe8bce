/** Events: rows written with their cause. This folder alone writes the events table. */
export { createEvents, type EventsDeps } from './create-events.ts';
export { forgetForeignOrder } from './event-store.ts';
export {
  firstPosition,
  type DriveEvent,
  type EventItem,
  type EventPlace,
  type EventPosition,
  type Events,
  type NewEvent,
  type PublishedEvent,
  type StoredEvent,
} from './events-port.ts';
