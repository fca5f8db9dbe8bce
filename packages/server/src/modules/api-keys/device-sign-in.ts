import { findSigned, minuteMs, secondMs } from '@drive/base';
import { limits, type CreatedApiKey } from '@drive/contract';
import type { Caller } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { isAdmitted } from '../accounts/index.ts';
import type { Keys } from './api-keys.ts';
import { decideDevice, finishDevice, insertDevice, isWaiting, pollDevice } from './device-sign-in-store.ts';

/** A user code and its sender. After too many wrong codes (`featureLimits.deviceCode`) all fail with `too_many_requests`. */
export interface TypedCode {
  /** In any case, with or without spaces and dashes. */
  readonly typedCode: string;
  readonly caller: Caller;
  readonly clientNetwork: string;
}

const lifetimeMs = 10 * minuteMs;
/** Tolerates timers and networks that are not exact. */
const shortestIntervalMs = (limits.devicePollSeconds - 1) * secondMs;
/** No vowels, so no words, and no characters that are easily confused (RFC 8628, 6.1). */
const userCodeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const deviceCodeCharacters = 43;

type DeviceSignInDeps = Pick<Ports, 'baseUrl' | 'database' | 'clock' | 'random' | 'secrets' | 'audit'> & {
  readonly featureLimiter: FeatureLimiter;
  readonly keys: Keys;
};

/** Signs in a device without a browser, approved by a user with one (RFC 8628). */
export class DeviceSignIn {
  readonly #deps: DeviceSignInDeps;

  constructor(deps: DeviceSignInDeps) {
    this.#deps = deps;
  }

  async start() {
    const { random, clock, database, baseUrl } = this.#deps;
    const deviceCode = random.token(deviceCodeCharacters);
    const now = clock.now();
    const userCode = await database.write(async (tx) => {
      for (;;) {
        const code = `${random.code(4, userCodeAlphabet)}-${random.code(4, userCodeAlphabet)}`;
        const isInserted = await insertDevice(tx, {
          device_code_hash: this.#hashOf(deviceCode),
          user_code: code,
          state: 'waiting',
          created_at: now,
          expires_at: now + lifetimeMs,
        });
        if (isInserted) return code;
      }
    });
    return {
      deviceCode,
      userCode,
      verificationUri: baseUrl.link('/device'),
      verificationUriComplete: baseUrl.link(`/device?code=${userCode}`),
      expiresIn: lifetimeMs / secondMs,
      interval: limits.devicePollSeconds,
    };
  }

  /** The normalized code (`ABCD-EFGH`) if a device waits for a decision on it. */
  async findWaiting(typed: TypedCode): Promise<string | undefined> {
    const { database, clock } = this.#deps;
    const userCode = normalizeCode(typed.typedCode);
    const found = await this.#guess(typed, () => isWaiting(database.reader, userCode, clock.now()));
    return found ? userCode : undefined;
  }

  /**
   * Throws `not_found` if no device waits for a decision on the code. An approval throws like the creation of a key, too.
   */
  async decide({ approve, ...typed }: TypedCode & { readonly approve: boolean }): Promise<void> {
    const { database, keys, clock, audit } = this.#deps;
    const { caller, typedCode } = typed;
    if (approve && caller.restriction !== null)
      throw new DomainError(
        'access_denied',
        'A device gets a key that may do everything. Approve it with a session or with such a key.',
      );
    const { userId } = caller;
    const decide = () =>
      database.write(async (tx) => {
        // Fails here, because the user can revoke a key and the device cannot.
        if (approve) {
          await keys.requireFreeSlot(tx, userId);
          await keys.requireMayIssue(tx, caller);
        }
        const state = approve ? 'approved' : 'refused';
        const userCode = normalizeCode(typedCode);
        const isDecided = await decideDevice(tx, { userCode, userId, state, now: clock.now() });
        if (isDecided) await audit.record(tx, { action: `device.${state}`, actor: caller });
        return isDecided;
      });
    if (!(await this.#guess(typed, decide)))
      throw new DomainError(
        'not_found',
        'No device is waiting with this code. Check the code, and that it is not older than ten minutes.',
      );
  }

  /** The new key, once. Throws `authorization_pending`, `slow_down`, `expired_token` or `access_denied`. */
  async poll(deviceCode: string): Promise<CreatedApiKey> {
    const { clock, database, secrets, keys } = this.#deps;
    const now = clock.now();
    // Refusals are returned, not thrown, because the transaction must commit the time of the poll.
    const outcome = await database.write(async (tx): Promise<CreatedApiKey | DomainError> => {
      const device = await findSigned(secrets, ['device', deviceCode], async (codeHash) => {
        const found = await pollDevice(tx, codeHash, now);
        return found && { ...found, codeHash };
      });
      if (device === undefined || device.state === 'done' || device.expiresAt <= now)
        return new DomainError('expired_token', 'This sign-in has expired or is finished. Start a new one.');
      if (device.polledAt !== null && now - device.polledAt < shortestIntervalMs)
        return new DomainError('slow_down', `Poll every ${limits.devicePollSeconds} seconds.`);
      if (device.state === 'refused') return new DomainError('access_denied', 'The sign-in was refused.');
      if (device.state === 'waiting' || device.userId === null)
        return new DomainError('authorization_pending', 'The sign-in is not approved yet. Poll again.');
      // Not final: the device gets its key if the account is enabled again in time.
      if (!(await isAdmitted(tx, device.userId)))
        return new DomainError('access_denied', 'The account that approved this sign-in is not available.');
      await finishDevice(tx, device.codeHash);
      const { userId } = device;
      const label = `device ${device.userCode}`;
      return keys.add(tx, { userId, label, restriction: null, actor: { userId }, by: 'device' });
    });
    if (outcome instanceof DomainError) throw outcome;
    return outcome;
  }

  #hashOf(deviceCode: string): string {
    return this.#deps.secrets.sign('device', deviceCode);
  }

  /** Counts a wrong code against the user and the network. Right codes and internal errors do not count. */
  async #guess({ caller, clientNetwork }: TypedCode, isRight: () => Promise<boolean>): Promise<boolean> {
    const { featureLimiter } = this.#deps;
    const counters = [`user ${caller.userId}`, `network ${clientNetwork}`];
    for (const counter of counters) await featureLimiter.consume('deviceCode', counter);
    let isWrong = false;
    try {
      isWrong = !(await isRight());
      return !isWrong;
    } finally {
      if (!isWrong) await Promise.all(counters.map((counter) => featureLimiter.refund('deviceCode', counter)));
    }
  }
}

function normalizeCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
