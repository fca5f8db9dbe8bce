import { dayMs, type Clock } from '../clock.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Random } from '../random.ts';
import { eventsBefore, findEventRowId, findLast, findLastOfEach, insertEvent, listEventsAfter } from './event-store.ts';
import type { DriveEvent, Events } from './events-port.ts';

export interface EventsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
}

const KEPT_MS = 30 * dayMs;

export function createEvents({ database, clock, random, jobs }: EventsDeps): Events {
  const companions: ((tx: Tx, event: DriveEvent) => Promise<void>)[] = [];
  const watchers = new Set<(userId: number) => void>();

  jobs.sweep('events.sweep', dayMs, (now) => eventsBefore(now - KEPT_MS));

  return {
    publish: async (tx, { type, userId, data }) => {
      const event = { id: `evt_${random.uuid()}`, type, userId, data, createdAt: clock.now() };
      // Until the commit, so that a reader that continues from a row id has missed none before it.
      await tx.lock(`events:${userId}`);
      await insertEvent(tx, event);
      for (const write of companions) await write(tx, event);
      tx.afterCommit(() => {
        for (const notify of watchers) notify(userId);
      });
      return event;
    },
    accompany: (write) => void companions.push(write),
    watch: (notify) => {
      watchers.add(notify);
      return () => void watchers.delete(notify);
    },
    listAfter: (query) => listEventsAfter(database.reader, query),
    findRowId: (userId, id) => findEventRowId(database.reader, userId, id),
    findLast: (userId) => findLast(database.reader, userId),
    findLastOfEach: (userIds) => findLastOfEach(database, userIds),
  };
}
