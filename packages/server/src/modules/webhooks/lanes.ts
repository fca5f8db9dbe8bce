/** How many attempts run at once in this process, to one host, and for one webhook. */
const MOST_RUNNING = 512;
const MOST_PER_HOST = 32;
const MOST_PER_WEBHOOK = 32;

/** What the dispatcher knows of one webhook for which something waits. */
export interface Lane {
  readonly webhookRowId: number;
  /** As of the last claim. */
  host: string | undefined;
  running: number;
  /** How many may run at once: doubled by each success, one after a failure. */
  window: number;
  isFailing: boolean;
  /** A claim is under way; what wakes it meanwhile is looked at after it. */
  isClaiming: boolean;
  isWoken: boolean;
  /** When something is due; -Infinity: look now. */
  nextAt: number;
}

/**
 * Who may begin how many attempts. A receiver that fails or hangs gets one at a time, and all such together at most half
 * of what there is, of everything and of their host: there is always place for those that answer.
 */
export class Lanes {
  readonly #lanes = new Map<number, Lane>();
  readonly #perHost = new Map<string, { running: number; failing: number }>();
  #running = 0;
  #failing = 0;

  get running(): number {
    return this.#running;
  }

  *[Symbol.iterator](): IterableIterator<Lane> {
    yield* this.#lanes.values();
  }

  get(webhookRowId: number): Lane {
    let lane = this.#lanes.get(webhookRowId);
    if (lane === undefined) {
      lane = {
        webhookRowId,
        host: undefined,
        running: 0,
        window: 1,
        isFailing: false,
        isClaiming: false,
        isWoken: false,
        nextAt: -Infinity,
      };
      this.#lanes.set(webhookRowId, lane);
    }
    return lane;
  }

  /** How many attempts may begin now. Few are not worth a claim while many run. */
  roomOf(lane: Lane): number {
    if (lane.isClaiming || lane.running > lane.window / 2) return 0;
    const share = lane.isFailing ? 0.5 : 1;
    const host = lane.host === undefined ? undefined : this.#perHost.get(lane.host);
    return Math.min(
      lane.window - lane.running,
      MOST_RUNNING - this.#running,
      MOST_RUNNING * share - (lane.isFailing ? this.#failing : 0),
      MOST_PER_HOST - (host?.running ?? 0),
      MOST_PER_HOST * share - (lane.isFailing ? (host?.failing ?? 0) : 0),
    );
  }

  /** Takes a place; what comes back gives it back. */
  begin(lane: Lane, host: string): () => void {
    const { isFailing } = lane;
    const count = (by: number): void => {
      const counted = this.#perHost.get(host) ?? { running: 0, failing: 0 };
      counted.running += by;
      if (isFailing) counted.failing += by;
      if (counted.running === 0) this.#perHost.delete(host);
      else this.#perHost.set(host, counted);
      lane.running += by;
      this.#running += by;
      if (isFailing) this.#failing += by;
    };
    count(1);
    return () => count(-1);
  }

  /** What a result means for the next attempts. */
  learn(lane: Lane, isDelivered: boolean): void {
    lane.isFailing = !isDelivered;
    lane.window = isDelivered ? Math.min(lane.window * 2, MOST_PER_WEBHOOK) : 1;
  }

  /** Forgets a lane for which nothing waits. */
  forgetIfIdle(lane: Lane): void {
    if (lane.running === 0 && !lane.isClaiming && !lane.isWoken && lane.nextAt === Infinity)
      this.#lanes.delete(lane.webhookRowId);
  }
}
