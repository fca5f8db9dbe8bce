import { DomainError } from '@drive/access';
import { type Clock, hourMs, type Secrets } from '@drive/base';
import { limits } from '@drive/contract';
import type { Database, Tx } from '@drive/database';
import type { Jobs } from '@drive/jobs';
import { endedKeys, findKey, keepKey } from './idempotency-store.ts';
import { validationFailed } from './validation.ts';

/** A request that bears an `Idempotency-Key`. */
export interface KeyedRequest {
  /** Caller, or hashed network of a visitor, and endpoint. */
  readonly scope: string;
  readonly key: string;
  /** Params, query, body and credential of a visitor: equal for a repeated request. */
  readonly meaning: unknown;
}

export interface KeptAnswer {
  readonly status: number;
  /** JSON; null if it contained a secret. */
  readonly body: string | null;
}

/** Stores the answer of a request in the transaction that does its work. */
export type RememberAnswer = (tx: Tx<any>, answer: KeptAnswer) => Promise<void>;

export interface Idempotency {
  /**
   * The response stored for the key; `idempotency_conflict` if it belongs to another request, or may not be repeated.
   */
  find(request: KeyedRequest): Promise<KeptAnswer | undefined>;
  /**
   * Stores the response in the transaction that creates the object. Throws a TwinError if a concurrent request was
   * faster.
   */
  remember(tx: Tx<any>, request: KeyedRequest, answer: KeptAnswer): Promise<void>;
  /**
   * Answers a form that may be sent twice: `work` runs once and stores its answer in its transaction with the function that it gets.
   * A repeated request, also a concurrent one, gets that answer.
   */
  once(request: KeyedRequest, work: (remember: RememberAnswer) => Promise<KeptAnswer>): Promise<KeptAnswer>;
  /** The response of the concurrent request, once it is durable. */
  getTwins(request: KeyedRequest): Promise<KeptAnswer>;
  /** No network is stored in the clear. */
  hashNetwork(network: string): string;
}

/** A concurrent request with the same key was faster: the transaction rolls back. */
export class TwinError extends Error {
  override readonly name = 'TwinError';
}

const keptMs = limits.idempotencyHours * hourMs;

export function createIdempotency(deps: {
  /** A database whose schema includes `IdempotencySchema`. */
  readonly database: Database<any>;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly secrets: Secrets<'idempotency' | 'ip-address'>;
  readonly sweepMs: number;
}): Idempotency {
  const { database, clock, secrets } = deps;

  deps.jobs.sweep('idempotency.sweep', deps.sweepMs, (now) => endedKeys(now - keptMs));

  const select = (request: KeyedRequest) => findKey(database.reader, request, clock.now() - keptMs);

  /** Keyed, because a body may hold a password, and a bare hash of one is soon guessed. The order of fields does not count. */
  const textOf = ({ meaning }: KeyedRequest): readonly ['idempotency', string] => [
    'idempotency',
    canonicalJson(meaning),
  ];

  const answerOf = (
    request: KeyedRequest,
    row: { request_hash: string; status: number; response: string | null },
  ): KeptAnswer => {
    if (!secrets.verify(...textOf(request), row.request_hash))
      throw new DomainError(
        'idempotency_conflict',
        'This Idempotency-Key was used for another request. Use a new one.',
      );
    return { status: row.status, body: row.response };
  };

  const idempotency: Idempotency = {
    hashNetwork: (network) => secrets.sign('ip-address', network),

    async find(request) {
      const row = await select(request);
      return row === undefined ? undefined : answerOf(request, row);
    },

    async remember(tx, request, answer) {
      const now = clock.now();
      const row = {
        scope: request.scope,
        key: request.key,
        request_hash: secrets.sign(...textOf(request)),
        status: answer.status,
        response: answer.body,
        created_at: now,
      };
      const isKept = await keepKey(tx, row, now - keptMs);
      if (!isKept) throw new TwinError('another request with this Idempotency-Key came first');
    },

    async once(request, work) {
      const kept = await idempotency.find(request);
      if (kept !== undefined) return kept;
      try {
        return await work((tx, answer) => idempotency.remember(tx, request, answer));
      } catch (error) {
        if (!(error instanceof TwinError)) throw error;
        return idempotency.getTwins(request);
      }
    },

    async getTwins(request) {
      const row = await select(request);
      if (row === undefined) throw new DomainError('unavailable', 'Try again.', { retryAfterSeconds: 1 });
      return answerOf(request, row);
    },
  };
  return idempotency;
}

/** The header's value; throws `validation_failed` if it is invalid. */
export function parseIdempotencyKey(header: string): string {
  if (!/^[\x21-\x7e]+$/.test(header) || header.length > limits.idempotencyKeyCharacters)
    throw validationFailed([
      {
        field: 'Idempotency-Key',
        message: `must be 1 to ${limits.idempotencyKeyCharacters} visible ASCII characters`,
        code: 'invalid',
      },
    ]);
  return header;
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}
