import { dayMs, minuteMs, secondMs, type Clock } from '../clock.ts';
import type { Database, Tx } from '../db/database.ts';
import type { JobType, Jobs } from '../jobs/index.ts';
import type { Random } from '../random.ts';
import type { DriveEvent, EventType, Events } from './events.ts';
import { eventsBefore, findEvent, findEventRowId, findLast, insertEvent, listEventsAfter } from './store.ts';

export interface EventsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
}

/** How long events are kept. */
const KEPT_MS = 30 * dayMs;
const FIRST_DELAY_MS = secondMs;
const LONGEST_DELAY_MS = 30 * minuteMs;
/** Some four days of attempts. */
const MAX_ATTEMPTS = 200;

/** What a subscriber's job bears; the event itself is looked up. */
type Delivery = { readonly eventId: string };

export function createEvents({ database, clock, random, jobs }: EventsDeps): Events {
  const deliveries = new Map<EventType, JobType<Delivery>[]>();
  const companions: ((tx: Tx, event: DriveEvent) => Promise<void>)[] = [];
  const watchers = new Set<(userId: number) => void>();

  jobs.sweep('events.sweep', dayMs, (now) => eventsBefore(now - KEPT_MS));

  return {
    publish: async (tx, { type, userId, data }) => {
      const event = { id: `evt_${random.uuid()}`, type, userId, data, createdAt: clock.now() };
      // Until the commit, so that whoever reads on from a row id has missed none before it.
      await tx.lock(`events:${userId}`);
      await insertEvent(tx, event);
      for (const delivery of deliveries.get(type) ?? []) await delivery.enqueue(tx, { eventId: event.id });
      for (const write of companions) await write(tx, event);
      tx.afterCommit(() => {
        for (const hear of watchers) hear(userId);
      });
      return event;
    },
    accompany: (write) => void companions.push(write),
    watch: (hear) => {
      watchers.add(hear);
      return () => void watchers.delete(hear);
    },
    listAfter: (query) => listEventsAfter(database.reader, query),
    findRowId: (userId, id) => findEventRowId(database.reader, userId, id),
    findLast: (userId) => findLast(database.reader, userId),
    subscribe: <Type extends EventType>(
      type: Type,
      name: string,
      handle: (event: DriveEvent<Type>) => Promise<void>,
    ) => {
      const delivery = jobs.define<Delivery>({
        type: `event:${type}:${name}`,
        run: async ({ eventId }) => {
          const event = await findEvent(database.reader, eventId);
          // Swept: so old that it is no news any more.
          if (event !== undefined) await handle(event as DriveEvent<Type>);
        },
        retryDelayMs: (attempt) =>
          attempt >= MAX_ATTEMPTS ? undefined : Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS),
      });
      deliveries.set(type, [...(deliveries.get(type) ?? []), delivery]);
    },
  };
}
