export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Requests that say the same here, and go to the same origin, may follow one another on a connection; where nothing is
   * said, each opens its own. One that breaks down on a connection that was kept is sent once more on a new one.
   */
  readonly sharedBy?: string;
  /** Breaks it off. */
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  /** At most the first 64 KiB. */
  readonly body: string;
}

/**
 * Requests to addresses that users chose: https to public addresses only (checked on the literal, on every resolved
 * address and on the connected peer), no redirect followed, no proxy from the environment, no connection shared but by those
 * who say so, 5 s to connect and 10 s for the answer (service-api.md, Delivery rules).
 *
 * Rejects with an `OutboundBlockedError` where the target is not allowed, with an `OutboundError` for everything else.
 */
export type OutboundFetch = (request: OutboundRequest) => Promise<OutboundResponse>;

export class OutboundError extends Error {
  override readonly name: string = 'OutboundError';
}

export class OutboundBlockedError extends OutboundError {
  override readonly name = 'OutboundBlockedError';
  /** What is wrong: the URL as it is written, or the address it leads to. */
  readonly reason: 'url' | 'address';

  constructor(message: string, reason: 'url' | 'address' = 'url') {
    super(message);
    this.reason = reason;
  }
}

/**
 * Rejects with an `OutboundBlockedError` where a request to the URL would be refused, as far as that can be known before.
 * A name that can't be resolved now is let through.
 */
export type TargetCheck = (url: string) => Promise<void>;
