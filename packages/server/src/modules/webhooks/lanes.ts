/** How many attempts run at once in this process, to one host, and for one webhook. */
const MOST_RUNNING = 512;
const MOST_PER_HOST = 32;
const MOST_PER_WEBHOOK = 32;
/** One webhook is given no more than this part of what is left, so that something is left for who comes next. */
const SHARE_OF_REST = 8;
/** Who takes longer to answer is told apart from those who don't, so that it is not they who wait for it. */
const SWIFT_MS = 1000;

/** How long a lane keeps a place while others wait, and for how many attempts at most. */
const TURN_MS = 250;
const MOST_IN_TURN = 16;
/** And for all its places together. */
const MOST_IN_CLAIM = 64;

/** What the dispatcher knows of one webhook for which something waits. */
export interface Lane {
  readonly webhookRowId: number;
  /** Where its attempts went the last time it was looked at; undefined: not looked at yet. */
  host: string | undefined;
  /** Attempts that have a place. */
  running: number;
  /** How many may run at once: doubled by each success, one after a failure. */
  window: number;
  /** Its last attempt failed, or took long. */
  isHeavy: boolean;
  /** What its last attempt took; undefined: none was made yet. */
  latencyMs: number | undefined;
  /** A claim is under way; what wakes it meanwhile is looked at after it. */
  isClaiming: boolean;
  isWoken: boolean;
  /** When something is due; -Infinity: look now. */
  nextAt: number;
}

/** Places that a lane was given. Each is given back once. */
export interface Grant {
  readonly lane: Lane;
  readonly places: number;
  /** How many attempts may be made on them in all, one after the other on each. */
  readonly attempts: number;
  readonly host: string;
  readonly isHeavy: boolean;
}

/** Lanes of one kind to one host that wait for places, those that have waited the longest first. */
interface Line {
  readonly host: Host;
  readonly isHeavy: boolean;
  readonly lanes: Set<Lane>;
}

interface Host {
  readonly name: string;
  running: number;
  heavy: number;
  readonly swiftLine: Line;
  readonly heavyLine: Line;
}

/**
 * Who may begin how many attempts. The hosts come in turn, and so do the lanes to one host. A receiver that fails or hangs
 * gets one place at a time, and all that fail or are slow have at most half of what there is, of everything and of their
 * host: there is always place for those that answer.
 *
 * Nothing here takes longer the more lanes wait.
 */
export class Lanes {
  readonly #lanes = new Map<number, Lane>();
  readonly #hosts = new Map<string, Host>();
  /** Lines in which somebody waits and whose host has room, in the order of their turns. */
  readonly #swift = new Set<Line>();
  readonly #heavy = new Set<Line>();
  #running = 0;
  #heavyRunning = 0;
  #isHeavyNext = false;

  get(webhookRowId: number): Lane {
    let lane = this.#lanes.get(webhookRowId);
    if (lane === undefined) {
      lane = {
        webhookRowId,
        host: undefined,
        running: 0,
        window: 1,
        isHeavy: false,
        latencyMs: undefined,
        isClaiming: false,
        isWoken: false,
        nextAt: Infinity,
      };
      this.#lanes.set(webhookRowId, lane);
    }
    return lane;
  }

  /** Whether more of its attempts may begin. Few are not worth a claim while many run. */
  hasRoom(lane: Lane): boolean {
    return lane.running <= lane.window / 2;
  }

  /** Puts a lane whose host is known in line for places; where it waits already it keeps its place. */
  wait(lane: Lane): void {
    const host = this.#hostOf(lane.host ?? '');
    const [line, other] = lane.isHeavy ? [host.heavyLine, host.swiftLine] : [host.swiftLine, host.heavyLine];
    other.lanes.delete(lane);
    line.lanes.add(lane);
    this.#open(line);
  }

  /** The lane whose turn it is, with places of its own from now on; undefined where nobody waits or nobody may begin. */
  take(): Grant | undefined {
    // In turn, so that neither kind waits for the other to be done.
    this.#isHeavyNext = !this.#isHeavyNext;
    return this.#takeOf(this.#isHeavyNext) ?? this.#takeOf(!this.#isHeavyNext);
  }

  giveBack(grant: Grant, places: number): void {
    this.#count(grant, -places);
    const host = this.#hosts.get(grant.host);
    if (host === undefined) return;
    this.#open(host.swiftLine);
    this.#open(host.heavyLine);
    this.#forgetIfUnused(host);
  }

  /** Whether its attempts take so little time that one may follow the other. */
  isSwift({ latencyMs = 0 }: Lane): boolean {
    return latencyMs <= SWIFT_MS;
  }

  /** What a result means for the next attempts. */
  learn(lane: Lane, { isDelivered, durationMs }: { readonly isDelivered: boolean; readonly durationMs: number }): void {
    lane.isHeavy = !isDelivered || durationMs > SWIFT_MS;
    lane.latencyMs = durationMs;
    lane.window = isDelivered ? Math.min(lane.window * 2, MOST_PER_WEBHOOK) : 1;
  }

  /** Forgets a lane for which nothing waits. */
  forgetIfIdle(lane: Lane): void {
    if (lane.running === 0 && !lane.isClaiming && !lane.isWoken && lane.nextAt === Infinity)
      this.#lanes.delete(lane.webhookRowId);
  }

  #takeOf(isHeavy: boolean): Grant | undefined {
    const lines = isHeavy ? this.#heavy : this.#swift;
    const left = Math.min(MOST_RUNNING - this.#running, isHeavy ? MOST_RUNNING / 2 - this.#heavyRunning : MOST_RUNNING);
    if (left <= 0) return undefined;
    for (const line of lines) {
      lines.delete(line);
      const [lane] = line.lanes;
      const room = Math.min(left, this.#roomAt(line));
      // Opened again when its host has room.
      if (lane === undefined || room <= 0) continue;
      // Few places for each where many wait: one connection for many deliveries is cheaper than many for one each.
      const share = Math.ceil(room / line.lanes.size);
      line.lanes.delete(lane);
      const places = Math.min(share, lane.window - lane.running, Math.max(1, Math.floor(left / SHARE_OF_REST)));
      const grant = {
        lane,
        places,
        attempts: Math.min(places * turnOf(lane), MOST_IN_CLAIM),
        host: line.host.name,
        isHeavy,
      };
      this.#count(grant, places);
      this.#open(line);
      return grant;
    }
    return undefined;
  }

  #roomAt({ host, isHeavy }: Line): number {
    return Math.min(MOST_PER_HOST - host.running, isHeavy ? MOST_PER_HOST / 2 - host.heavy : MOST_PER_HOST);
  }

  #open(line: Line): void {
    if (line.lanes.size > 0 && this.#roomAt(line) > 0) (line.isHeavy ? this.#heavy : this.#swift).add(line);
  }

  #count({ lane, host: name, isHeavy }: Grant, by: number): void {
    const host = this.#hostOf(name);
    host.running += by;
    lane.running += by;
    this.#running += by;
    if (!isHeavy) return;
    host.heavy += by;
    this.#heavyRunning += by;
  }

  #hostOf(name: string): Host {
    let host = this.#hosts.get(name);
    if (host === undefined) {
      const made = { name, running: 0, heavy: 0 } as { -readonly [Key in keyof Host]: Host[Key] };
      made.swiftLine = { host: made, isHeavy: false, lanes: new Set() };
      made.heavyLine = { host: made, isHeavy: true, lanes: new Set() };
      host = made;
      this.#hosts.set(name, host);
    }
    return host;
  }

  #forgetIfUnused(host: Host): void {
    if (host.running > 0 || host.swiftLine.lanes.size > 0 || host.heavyLine.lanes.size > 0) return;
    this.#hosts.delete(host.name);
    this.#swift.delete(host.swiftLine);
    this.#heavy.delete(host.heavyLine);
  }
}

/** How many attempts a lane makes on a place before the next one's turn. */
function turnOf({ latencyMs }: Lane): number {
  if (latencyMs === undefined) return 1;
  return Math.max(1, Math.min(Math.floor(TURN_MS / latencyMs), MOST_IN_TURN));
}
