/** A queue gets at most this fraction of the free slots, which leaves some for the queues after it. */
const SHARE_OF_FREE = 8;
/** A queue whose attempts take longer is unhealthy. */
const SLOW_MS = 1000;
/** Time that a queue keeps a slot while others wait, and the maximum number of attempts. */
const TURN_MS = 250;
const MAX_ATTEMPTS_PER_SLOT = 16;
const MAX_ATTEMPTS_PER_ALLOCATION = 64;

/** Slots: concurrent attempts. */
export interface FairQueuesOptions {
  readonly maxSlots: number;
  readonly maxSlotsPerHost: number;
  readonly maxSlotsPerQueue: number;
}

/** Work for one destination. The work itself is stored elsewhere; this is the state by which it is scheduled. */
export interface Queue<Key> {
  readonly key: Key;
  /** Queues of the same host share its slots; undefined until the caller has resolved it. */
  host: string | undefined;
  /** Slots in use. */
  running: number;
  /** Slots it may use: doubled by each success, one after a failure. */
  window: number;
  /** The last attempt failed or was slow. */
  isUnhealthy: boolean;
  /** Duration of the last attempt; undefined before the first. */
  latencyMs: number | undefined;
  /** Set by the caller while it fetches work. */
  isClaiming: boolean;
  /** Set by the caller when work may be due before `nextAt`. */
  isDue: boolean;
  /** When the next work is due, in the caller's time. */
  nextAt: number;
}

/** Slots given to a queue. The caller releases each once. */
export interface Allocation<Key> {
  readonly queue: Queue<Key>;
  readonly slots: number;
  /** Attempts allowed on these slots in total, one after the other on each. */
  readonly attempts: number;
  readonly host: string;
  readonly isUnhealthy: boolean;
}

/** Healthy or unhealthy queues of one host that wait for slots, longest wait first. */
interface WaitingList<Key> {
  readonly host: Host<Key>;
  readonly isUnhealthy: boolean;
  readonly queues: Set<Queue<Key>>;
}

interface Host<Key> {
  readonly name: string;
  running: number;
  unhealthy: number;
  readonly healthyList: WaitingList<Key>;
  readonly unhealthyList: WaitingList<Key>;
}

/**
 * Decides which queue may start how many attempts. Hosts take turns, and so do the queues of one host. A failing queue gets
 * one slot at a time, and all unhealthy queues together get at most half of the slots, in total and per host: healthy queues
 * always find free slots. The cost of each operation does not grow with the number of waiting queues.
 */
export class FairQueues<Key> {
  readonly #options: FairQueuesOptions;
  readonly #queues = new Map<Key, Queue<Key>>();
  readonly #hosts = new Map<string, Host<Key>>();
  /** Lists that have a waiting queue and whose host has a free slot, in the order of their turns. */
  readonly #healthy = new Set<WaitingList<Key>>();
  readonly #unhealthy = new Set<WaitingList<Key>>();
  #running = 0;
  #unhealthyRunning = 0;
  #isUnhealthyNext = false;

  constructor(options: FairQueuesOptions) {
    this.#options = options;
  }

  /** The queue of a key, created if needed. */
  get(key: Key): Queue<Key> {
    let queue = this.#queues.get(key);
    if (queue === undefined) {
      queue = {
        key,
        host: undefined,
        running: 0,
        window: 1,
        isUnhealthy: false,
        latencyMs: undefined,
        isClaiming: false,
        isDue: false,
        nextAt: Infinity,
      };
      this.#queues.set(key, queue);
    }
    return queue;
  }

  /** Whether the queue may start more attempts. False while most of its window runs: fetching a few is not worth its cost. */
  hasRoom(queue: Queue<Key>): boolean {
    return queue.running <= queue.window / 2;
  }

  /** Enqueues a queue whose host is known. A waiting queue keeps its position. */
  enqueue(queue: Queue<Key>): void {
    const host = this.#hostOf(queue.host ?? '');
    const [list, other] = queue.isUnhealthy
      ? [host.unhealthyList, host.healthyList]
      : [host.healthyList, host.unhealthyList];
    other.queues.delete(queue);
    list.queues.add(queue);
    this.#activate(list);
  }

  /** Gives slots to the queue whose turn it is; undefined if no queue waits or no slot is free. */
  allocate(): Allocation<Key> | undefined {
    this.#isUnhealthyNext = !this.#isUnhealthyNext;
    return this.#allocateFrom(this.#isUnhealthyNext) ?? this.#allocateFrom(!this.#isUnhealthyNext);
  }

  release(allocation: Allocation<Key>, slots: number): void {
    this.#count(allocation, -slots);
    const host = this.#hosts.get(allocation.host);
    if (host === undefined) return;
    this.#activate(host.healthyList);
    this.#activate(host.unhealthyList);
    this.#deleteIfUnused(host);
  }

  /** Whether attempts are short enough for one slot to run several in a row. */
  isFast({ latencyMs = 0 }: Queue<Key>): boolean {
    return latencyMs <= SLOW_MS;
  }

  recordResult(
    queue: Queue<Key>,
    { isSuccess, durationMs }: { readonly isSuccess: boolean; readonly durationMs: number },
  ): void {
    queue.isUnhealthy = !isSuccess || durationMs > SLOW_MS;
    queue.latencyMs = durationMs;
    queue.window = isSuccess ? Math.min(queue.window * 2, this.#options.maxSlotsPerQueue) : 1;
  }

  /** Drops the state of a queue without work. */
  deleteIfIdle(queue: Queue<Key>): void {
    if (queue.running === 0 && !queue.isClaiming && !queue.isDue && queue.nextAt === Infinity)
      this.#queues.delete(queue.key);
  }

  #allocateFrom(isUnhealthy: boolean): Allocation<Key> | undefined {
    const { maxSlots } = this.#options;
    const lists = isUnhealthy ? this.#unhealthy : this.#healthy;
    const free = Math.min(maxSlots - this.#running, isUnhealthy ? maxSlots / 2 - this.#unhealthyRunning : maxSlots);
    if (free <= 0) return undefined;
    for (const list of lists) {
      lists.delete(list);
      const [queue] = list.queues;
      const room = Math.min(free, this.#roomAt(list));
      // A list without room is activated again when its host releases a slot.
      if (queue === undefined || room <= 0) continue;
      // If many queues wait, each gets few slots: many attempts over one connection are cheaper than one over each of many.
      const share = Math.ceil(room / list.queues.size);
      list.queues.delete(queue);
      const slots = Math.min(share, queue.window - queue.running, Math.max(1, Math.floor(free / SHARE_OF_FREE)));
      const attempts = Math.min(slots * attemptsPerSlot(queue), MAX_ATTEMPTS_PER_ALLOCATION);
      const allocation = { queue, slots, attempts, host: list.host.name, isUnhealthy };
      this.#count(allocation, slots);
      this.#activate(list);
      return allocation;
    }
    return undefined;
  }

  #roomAt({ host, isUnhealthy }: WaitingList<Key>): number {
    const { maxSlotsPerHost } = this.#options;
    return Math.min(
      maxSlotsPerHost - host.running,
      isUnhealthy ? maxSlotsPerHost / 2 - host.unhealthy : maxSlotsPerHost,
    );
  }

  #activate(list: WaitingList<Key>): void {
    if (list.queues.size > 0 && this.#roomAt(list) > 0) (list.isUnhealthy ? this.#unhealthy : this.#healthy).add(list);
  }

  #count({ queue, host: name, isUnhealthy }: Allocation<Key>, by: number): void {
    const host = this.#hostOf(name);
    host.running += by;
    queue.running += by;
    this.#running += by;
    if (!isUnhealthy) return;
    host.unhealthy += by;
    this.#unhealthyRunning += by;
  }

  #hostOf(name: string): Host<Key> {
    let host = this.#hosts.get(name);
    if (host === undefined) {
      const created = { name, running: 0, unhealthy: 0 } as { -readonly [Field in keyof Host<Key>]: Host<Key>[Field] };
      created.healthyList = { host: created, isUnhealthy: false, queues: new Set() };
      created.unhealthyList = { host: created, isUnhealthy: true, queues: new Set() };
      host = created;
      this.#hosts.set(name, host);
    }
    return host;
  }

  #deleteIfUnused(host: Host<Key>): void {
    if (host.running > 0 || host.healthyList.queues.size > 0 || host.unhealthyList.queues.size > 0) return;
    this.#hosts.delete(host.name);
    this.#healthy.delete(host.healthyList);
    this.#unhealthy.delete(host.unhealthyList);
  }
}

/** How many attempts a queue makes on a slot before the next queue's turn. */
function attemptsPerSlot({ latencyMs }: Queue<unknown>): number {
  if (latencyMs === undefined) return 1;
  return Math.max(1, Math.min(Math.floor(TURN_MS / latencyMs), MAX_ATTEMPTS_PER_SLOT));
}
