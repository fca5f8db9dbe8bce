import { type Clock, dayMs, type Random } from '@drive/base';
import type { Jobs } from '@drive/jobs';
import { type Database, deleteInBatches, movePartitions, type Tx } from '../db/index.ts';
import {
  eventsBefore,
  findEnd,
  findEvents,
  findLastOfEach,
  findPosition,
  insertEvents,
  listEventsAfter,
} from './event-store.ts';
import { eventsKeptMs, type DriveEvent, type Events, type NewEvent } from './events-port.ts';

export interface EventsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
}

export function createEvents({ database, clock, random, jobs }: EventsDeps): Events {
  const { reader, dialect } = database;
  const companions: ((tx: Tx, events: readonly DriveEvent[]) => Promise<void>)[] = [];
  const watchers = new Set<(userId: number) => void>();

  jobs.every('events.sweep', dayMs, async ({ signal }) => {
    const now = clock.now();
    const before = now - eventsKeptMs;
    if (dialect === 'postgres') await movePartitions(database, 'events', { now, before });
    await deleteInBatches(database, signal, eventsBefore(dialect, before));
  });

  async function publishAll(tx: Tx, wanted: readonly NewEvent[]): Promise<readonly DriveEvent[]> {
    const createdAt = clock.now();
    const events = wanted.map(({ type, userId, data }) => ({
      id: `evt_${random.uuid()}`,
      type,
      userId,
      data,
      createdAt,
    }));
    if (events.length === 0) return events;
    await insertEvents(tx, dialect, events);
    for (const write of companions) await write(tx, events);
    tx.afterCommit(() => {
      for (const userId of new Set(events.map((event) => event.userId))) for (const notify of watchers) notify(userId);
    });
    return events;
  }

  return {
    publish: async <Type extends DriveEvent['type']>(tx: Tx, event: NewEvent<Type>) => {
      const [published] = await publishAll(tx, [event]);
      return published as DriveEvent<Type>;
    },
    publishAll,
    accompany: (write) => void companions.push(write),
    watch: (notify) => {
      watchers.add(notify);
      return () => void watchers.delete(notify);
    },
    find: (of, wanted) => findEvents(of, dialect, wanted),
    listAfter: (query) => listEventsAfter(reader, dialect, query),
    findPosition: (userId, id) => findPosition(reader, dialect, userId, id),
    findEnd: (userId, since) => findEnd(reader, dialect, userId, since),
    findLastOfEach: (userIds, since) => findLastOfEach(database, userIds, since),
  };
}
