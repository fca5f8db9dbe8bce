import { DomainError, TurnQueue } from '@drive/base';
import { defineWorker } from '@drive/program';
import type { HashRequester, PasswordHasher } from './passwords-port.ts';

/** A new hash at a cost; or whether the text fits a hash. */
export type HashTask = { readonly text: string } & ({ readonly cost: number } | { readonly hash: string });
/** The hash, or whether it fits. */
export type HashReply = string | boolean;

export interface BcryptOptions {
  /** The composed form (NFC) of a text: what is hashed. */
  readonly normalize: (text: string) => string;
  /** Rounds as a power of two; 10 takes about 140 ms. Tests may take 4. */
  readonly cost?: number;
  /** How many hashes one requester may have pending. */
  readonly maxPendingPerRequester?: number;
  /** How many hashes all sign-ins together may have pending, and likewise all other requesters together. */
  readonly maxPending?: number;
  /** How long the thread waits for the next call before it gives its memory back. Default 10 s. */
  readonly idleMs?: number;
}

const retryAfterSeconds = 5;
/** At least one of four hashes in a row is for requesters who don't sign in, if any wait. */
const signInsInARow = 3;

const unavailable = (message: string): DomainError => new DomainError('unavailable', message, { retryAfterSeconds });

/** Bytes of UTF-8 that bcrypt reads. */
const maxBytes = 72;
/** Whether bcrypt reads all of a text. */
export const fitsBcrypt = (text: string): boolean => Buffer.byteLength(text) <= maxBytes;

/** A class of requesters with a separate queue, so that no class can fill the queue of the other. */
interface HashClass {
  readonly queue: TurnQueue<string, () => Promise<void>>;
  /** Queued and running. */
  pending: number;
}

const createClass = (): HashClass => ({ queue: new TurnQueue(), pending: 0 });

/** The thread ends after a while without calls: an idle one costs some 20 MiB. */
export class BcryptHasher implements PasswordHasher {
  readonly #normalize: (text: string) => string;
  readonly #cost: number;
  readonly #maxPendingPerRequester: number;
  readonly #maxPending: number;
  /** Well-formed, and the hash of nothing: 22 characters of salt, 31 of digest. */
  readonly #hashOfNobody: string;
  readonly #worker;
  readonly #signIns = createClass();
  readonly #others = createClass();
  readonly #pendingOf = new Map<string, number>();
  #isBusy = false;
  #signInsSinceOther = 0;

  constructor({ normalize, cost = 10, maxPendingPerRequester = 8, maxPending = 64, idleMs = 10_000 }: BcryptOptions) {
    this.#normalize = normalize;
    this.#cost = cost;
    this.#maxPendingPerRequester = maxPendingPerRequester;
    this.#maxPending = maxPending;
    this.#hashOfNobody = `$2b$${String(cost).padStart(2, '0')}$${'K'.repeat(22)}${'.'.repeat(31)}`;
    this.#worker = defineWorker<HashTask, HashReply>({
      name: 'passwords',
      moduleUrl: import.meta.url,
      idleMs,
      ended: () => unavailable('Passwords cannot be checked right now.'),
      closed: () => unavailable('The server is stopping.'),
    });
  }

  async hash(typed: string, requester: HashRequester): Promise<string> {
    const text = this.#normalize(typed);
    if (!fitsBcrypt(text)) {
      const message = `must have at most ${maxBytes} bytes in UTF-8`;
      throw new DomainError('validation_failed', `The password ${message}.`, {
        issues: [{ field: 'password', message, code: 'too_big' }],
      });
    }
    return String(await this.#ask({ text, cost: this.#cost }, requester));
  }

  /** Compares the composed text, which `hash` stores, and then the text as it was typed, which earlier versions stored. */
  async verify(typed: string, hash: string, requester: HashRequester): Promise<boolean> {
    for (const text of new Set([this.#normalize(typed), typed]))
      if (fitsBcrypt(text) && (await this.#ask({ text, hash }, requester)) === true) return true;
    return false;
  }

  async dummyVerify(text: string, requester: HashRequester): Promise<void> {
    await this.verify(text, this.#hashOfNobody, requester);
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** The thread gets one hash at a time: later requesters can overtake all waiting ones. */
  async #run(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let task = this.#next(); task !== undefined; task = this.#next()) await task();
    this.#isBusy = false;
  }

  #next(): (() => Promise<void>) | undefined {
    const isOthersTurn = this.#signIns.queue.size === 0 || this.#signInsSinceOther >= signInsInARow;
    const isOther = isOthersTurn && this.#others.queue.size > 0;
    this.#signInsSinceOther = isOther ? 0 : this.#signInsSinceOther + 1;
    return (isOther ? this.#others : this.#signIns).queue.shift();
  }

  async #ask(task: HashTask, requester: HashRequester): Promise<HashReply> {
    const key = keyOf(requester);
    const hashClass = requester.kind === 'signIn' ? this.#signIns : this.#others;
    this.#reserve(key, hashClass);
    try {
      return await new Promise<HashReply>((resolve, reject) => {
        hashClass.queue.push(key, () => this.#worker.run(task).then(resolve, reject));
        void this.#run();
      });
    } finally {
      this.#release(key, hashClass);
    }
  }

  #reserve(key: string, hashClass: HashClass): void {
    const pending = this.#pendingOf.get(key) ?? 0;
    if (pending >= this.#maxPendingPerRequester)
      throw new DomainError(
        'too_many_requests',
        'Too many concurrent password checks. Wait for the responses to earlier requests.',
        { retryAfterSeconds },
      );
    if (hashClass.pending >= this.#maxPending) throw unavailable('Too many passwords are being checked. Try again.');
    this.#pendingOf.set(key, pending + 1);
    hashClass.pending += 1;
  }

  #release(key: string, hashClass: HashClass): void {
    hashClass.pending -= 1;
    const left = (this.#pendingOf.get(key) ?? 1) - 1;
    if (left === 0) this.#pendingOf.delete(key);
    else this.#pendingOf.set(key, left);
  }
}

function keyOf(requester: HashRequester): string {
  switch (requester.kind) {
    case 'signIn':
    case 'visitor':
      return `${requester.kind} ${requester.network}`;
    case 'user':
      return `user ${requester.userId}`;
    case 'operator':
      return 'operator';
  }
}
