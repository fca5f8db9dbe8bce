import { limits, type CreatedApiKey } from '@drive/contract';
import { minuteMs, secondMs } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FeatureLimiter } from '../../platform/http/feature-limiter.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { isEnabled } from '../accounts/index.ts';
import {
  decideDevice,
  deleteExpiredDevices,
  finishDevice,
  insertDevice,
  isWaiting,
  pollDeviceRow,
} from './device-store.ts';
import { addKey, requireKeyPlace, type KeysDeps } from './api-keys.ts';

export interface DevicesDeps extends KeysDeps {
  readonly featureLimiter: FeatureLimiter;
  readonly jobs: Jobs;
  readonly config: { readonly baseUrl: string; readonly sweepMs: number };
}

export interface StartedDevice {
  readonly deviceCode: string;
  /** `ABCD-EFGH` */
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  readonly expiresIn: number;
  readonly interval: number;
}

/** A user code and who typed it: `too_many_requests` after five wrong ones in ten minutes, right or wrong. */
export interface TypedCode {
  readonly typedCode: string;
  readonly caller: Caller;
  readonly clientNetwork: string;
}

/** Sign-in of a device without a browser, by somebody who has one (RFC 8628). */
export interface Devices {
  start(): Promise<StartedDevice>;
  /** The code as it is kept, where a device waits under it; a person may type it with other case, blanks or without the dash. */
  findWaiting(typed: TypedCode): Promise<string | undefined>;
  /** `not_found` if no device waits under the code. */
  decide(decision: TypedCode & { readonly approve: boolean }): Promise<void>;
  /** The new key, once; `authorization_pending`, `slow_down`, `expired_token` or `access_denied` otherwise. */
  poll(deviceCode: string): Promise<CreatedApiKey>;
}

const lifeMs = 10 * minuteMs;
const intervalMs = limits.devicePollSeconds * secondMs;
/** Neither a client's timer nor its way here is exact. */
const toleranceMs = secondMs;
/** No vowels, so no words; nothing that is read as something else (RFC 8628, 6.1). */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const deviceCodeCharacters = 43;

export function createDevices(deps: DevicesDeps): Devices {
  const { database, clock, random, secrets, audit, featureLimiter } = deps;
  const hashOf = (deviceCode: string): string => secrets.sign('device', deviceCode);

  deps.jobs.every('devices.sweep', deps.config.sweepMs, ({ signal }) => {
    const now = clock.now();
    return deleteInBatches(database, signal, (tx, limit) => deleteExpiredDevices(tx, now, limit));
  });

  /** Counts a wrong code against the account and the network; a right one, or a failure of ours, counts against nobody. */
  async function guess({ caller, clientNetwork }: TypedCode, isRight: () => Promise<boolean>): Promise<boolean> {
    const guessers = [`user ${caller.userId}`, `network ${clientNetwork}`];
    const refund = () => Promise.all(guessers.map((guesser) => featureLimiter.refund('deviceCode', guesser)));
    for (const guesser of guessers) await featureLimiter.consume('deviceCode', guesser);
    try {
      if (!(await isRight())) return false;
    } catch (error) {
      await refund();
      throw error;
    }
    await refund();
    return true;
  }

  return {
    async start() {
      const deviceCode = random.token(deviceCodeCharacters);
      const now = clock.now();
      const userCode = await database.write(async (tx) => {
        for (;;) {
          const code = `${random.code(4, alphabet)}-${random.code(4, alphabet)}`;
          const device = { codeHash: hashOf(deviceCode), userCode: code, createdAt: now, expiresAt: now + lifeMs };
          if (await insertDevice(tx, device)) return code;
        }
      });
      const verificationUri = `${deps.config.baseUrl}/device`;
      return {
        deviceCode,
        userCode,
        verificationUri,
        verificationUriComplete: `${verificationUri}?code=${userCode}`,
        expiresIn: lifeMs / secondMs,
        interval: limits.devicePollSeconds,
      };
    },

    async findWaiting(typed) {
      const userCode = cleanCode(typed.typedCode);
      const found = await guess(typed, () => isWaiting(database.reader, userCode, clock.now()));
      return found ? userCode : undefined;
    },

    async decide({ approve, ...typed }) {
      const { caller, typedCode } = typed;
      const { userId } = caller;
      const decide = () =>
        database.write(async (tx) => {
          // Told to the person who can do something about it, rather than to the device later.
          if (approve) await requireKeyPlace(tx, userId);
          const state = approve ? 'approved' : 'refused';
          const isDecided = await decideDevice(tx, { userCode: cleanCode(typedCode), userId, state, now: clock.now() });
          if (isDecided) await audit.record(tx, { action: `device.${state}`, actor: caller });
          return isDecided;
        });
      if (!(await guess(typed, decide)))
        throw new DomainError(
          'not_found',
          'No device waits under this code. Is it typed as shown, and not older than ten minutes?',
        );
    },

    async poll(deviceCode) {
      const now = clock.now();
      const codeHash = hashOf(deviceCode);
      // A refusal is an outcome, not a throw, so that the time of the poll is kept.
      const outcome = await database.write(async (tx): Promise<CreatedApiKey | DomainError> => {
        const device = await pollDeviceRow(tx, codeHash, now);
        if (device === undefined || device.state === 'done' || device.expiresAt <= now)
          return new DomainError('expired_token', 'This sign-in has run out or is over. Begin a new one.');
        if (device.polledAt !== null && now - device.polledAt < intervalMs - toleranceMs)
          return new DomainError('slow_down', `Poll every ${limits.devicePollSeconds} seconds.`);
        if (device.state === 'refused') return new DomainError('access_denied', 'The sign-in was refused.');
        if (device.state === 'waiting' || device.userId === null)
          return new DomainError('authorization_pending', 'Nobody has decided yet. Poll again.');
        // Not for good: an account that is enabled again in time gives the key.
        if (!(await isEnabled(tx, device.userId)))
          return new DomainError('access_denied', 'The account that allowed this sign-in is not there.');
        await finishDevice(tx, codeHash);
        return addKey(deps, tx, {
          userId: device.userId,
          label: `device ${device.userCode}`,
          actor: { userId: device.userId },
          by: 'device',
        });
      });
      if (outcome instanceof DomainError) throw outcome;
      return outcome;
    },
  };
}

function cleanCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
