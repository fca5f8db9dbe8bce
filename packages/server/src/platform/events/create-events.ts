import { type Clock, dayMs, type Random } from '@drive/base';
import type { Jobs } from '@drive/jobs';
import { sql, type RawBuilder } from 'kysely';
import { currentActor } from '../access/index.ts';
import { type Database, deleteInBatches, movePartitions, type Tx } from '../db/index.ts';
import { eventsBefore, findEnd, findEvents, findLastOfEach, findPosition, listEventsAfter } from './event-store.ts';
import { eventsKeptMs, type Events, type NewEvent } from './events-port.ts';
import { createPlacing, insertEvents, type GatheredEvent, type PlacedEvent } from './insert-events.ts';

export interface EventsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  /** How long changes of items are kept (DRIVE_CHANGES_DAYS). Default: as long as other events. */
  readonly changesMs?: number;
}

type Companion = Parameters<Events['accompany']>;

/** The events of a transaction. */
interface Gathered {
  /** Events whose places were read. They come before the others. */
  readonly placed: PlacedEvent[];
  readonly others: GatheredEvent[];
}

export function createEvents({ database, clock, random, jobs, changesMs = 0 }: EventsDeps): Events {
  const { reader, dialect } = database;
  const companions: Companion[] = [];
  const watchers = new Set<(userId: number) => void>();
  const gathered = new WeakMap<Tx, Gathered>();
  let placing: ReturnType<typeof createPlacing> | undefined;

  jobs.every('events.sweep', dayMs, async ({ signal }) => {
    const now = clock.now();
    // A day longer than promised: who reads the oldest changes has the time to go on.
    const before = now - Math.max(eventsKeptMs, changesMs + dayMs);
    if (dialect === 'postgres') await movePartitions(database, 'events', { now, before });
    await deleteInBatches(database, signal, eventsBefore(dialect, before));
  });

  async function place(tx: Tx, { placed, others }: Gathered): Promise<void> {
    if (others.length === 0) return;
    placing ??= createPlacing(dialect, anyOf(companions));
    placed.push(...(await placing(tx, others.splice(0))));
  }

  async function write(tx: Tx, events: Gathered): Promise<void> {
    await place(tx, events);
    const published = await insertEvents(tx, events.placed);
    if (published.length > 0) for (const [accompany] of companions) await accompany(tx, published);
    tx.afterCommit(() => {
      for (const userId of new Set(events.placed.map(({ event }) => event.userId)))
        for (const notify of watchers) notify(userId);
    });
  }

  function gatheredIn(tx: Tx): Gathered {
    const known = gathered.get(tx);
    if (known !== undefined) return known;
    const events: Gathered = { placed: [], others: [] };
    gathered.set(tx, events);
    tx.beforeCommit(() => write(tx, events));
    return events;
  }

  return {
    publish: (tx: Tx, event: NewEvent) => {
      const createdAt = clock.now();
      const published = { ...event, id: `evt_${orderedUuid(createdAt, random)}`, createdAt };
      gatheredIn(tx).others.push({ ...published, actorId: currentActor() });
      return published as never;
    },
    settlePlaces: async (tx) => {
      const events = gathered.get(tx);
      if (events !== undefined) await place(tx, events);
    },
    accompany: (...companion) => void companions.push(companion),
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

const anyOf = (companions: readonly Companion[]): RawBuilder<boolean> =>
  sql`${sql.join([sql`1 = 0`, ...companions.map(([, condition]) => condition)], sql` or `)}`;

/** A UUID of version 7: it begins with the time, so that the index of ids grows at its end, at half the cost of an insert. */
function orderedUuid(time: number, random: Random): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.uuid().slice(15)}`;
}
