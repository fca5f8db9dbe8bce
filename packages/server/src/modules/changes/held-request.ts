import type { ServerResponse } from 'node:http';
import type { Caller } from '../../platform/access/index.ts';
import { Signal, type LiveReader, type WatchedTree } from '../live/index.ts';

/** A request that waits for a change, until its time is over, its client has gone or the server stops. */
export class HeldRequest implements LiveReader {
  readonly userId: number;
  readonly kind: Caller['kind'];
  readonly credentialId: number;
  readonly tree: WatchedTree;
  readonly signal = new Signal();
  readonly #response: ServerResponse;
  readonly #timer: NodeJS.Timeout;
  #isOver = false;

  constructor({ userId, kind, credentialId }: Caller, tree: WatchedTree, response: ServerResponse, waitMs: number) {
    this.tree = tree;
    this.userId = userId;
    this.kind = kind;
    this.credentialId = credentialId;
    this.#response = response;
    this.#timer = setTimeout(this.#finish, waitMs);
    response.once('close', this.#finish);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whoever waits checks the credential. */
  end(): void {
    this.#finish();
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#response.off('close', this.#finish);
  }

  readonly #finish = (): void => {
    this.#isOver = true;
    this.signal.notify();
  };
}
