import { DriveError } from '../src/index.ts';

/** What a call failed with, which has to be a DriveError. */
export async function failure(call: Promise<unknown>): Promise<DriveError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DriveError)) throw new Error('expected a DriveError', { cause: error });
  return error;
}
