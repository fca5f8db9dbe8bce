import { DriveError } from '../src/index.ts';

/** The error of a call, which must be a DriveError. */
export async function failure(call: Promise<unknown>): Promise<DriveError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DriveError)) throw new Error('expected a DriveError', { cause: error });
  return error;
}
