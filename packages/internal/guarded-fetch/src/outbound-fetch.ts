export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Requests with the same value and origin may reuse a connection; without it, each request opens its own. A request
   * that fails on a reused connection is sent once more on a new one.
   */
  readonly sharedBy?: string;
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  /** Value of Content-Type; empty if there is none. */
  readonly contentType: string;
  /**
   * At most the first 64 KiB, as sent and decoded. A body in a coding other than gzip, deflate and br, or that is malformed, is
   * described instead: `1234 bytes, zstd`.
   */
  readonly body: string;
}

/**
 * Sends a request to a URL that a user chose. Only https to public addresses is allowed; the literal address, every
 * resolved address and the connected peer are checked. Redirects are not followed, proxy settings of the environment
 * are ignored. A connection must be established within 5 s and the response must arrive within 10 s.
 *
 * Rejects with an `OutboundBlockedError` if the target is not allowed, with an `OutboundError` for every other failure.
 */
export type OutboundFetch = (request: OutboundRequest) => Promise<OutboundResponse>;

/**
 * How far a failed request came. `name`: no address of the host is known; `certificate`: the receiver's certificate is not
 * valid; `answer`: the receiver has proven its identity, and then gave no valid answer; `connection`: anything else, whose
 * message may reveal whether a port is open. Over plain http, a receiver proves nothing.
 */
export type OutboundStage = 'name' | 'connection' | 'certificate' | 'answer';

/** The message is in words: no code of a library. */
export class OutboundError extends Error {
  override readonly name: string = 'OutboundError';
  readonly stage: OutboundStage;

  constructor(message: string, { stage = 'connection', ...options }: ErrorOptions & { stage?: OutboundStage } = {}) {
    super(message, options);
    this.stage = stage;
  }
}

export class OutboundBlockedError extends OutboundError {
  override readonly name = 'OutboundBlockedError';
  /** The URL itself is not allowed, or an address of its host, or its port. */
  readonly reason: 'url' | 'address' | 'port';

  constructor(message: string, reason: 'url' | 'address' | 'port' = 'url') {
    super(message);
    this.reason = reason;
  }
}
