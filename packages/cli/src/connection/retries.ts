import type { DriveClient } from '@drive/sdk';

const PATIENT_RETRIES = 4;
const chosenRetries = new WeakMap<DriveClient, number>();

/** Sets the result of {@link retriesOf} for a client. */
export const chooseRetries = (client: DriveClient, retries: number): void => void chosenRetries.set(client, retries);

/**
 * Retries on a long way through many folders, which meets the rate limit again and again: those of `--retries`, else more than
 * other calls have.
 */
export const retriesOf = (client: DriveClient): number => chosenRetries.get(client) ?? PATIENT_RETRIES;
