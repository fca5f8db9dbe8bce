import { Broken } from './crash-uploads.ts';

/** Runs a client of a server that is about to be killed: errors are ignored then; earlier responses must be right. */
export async function untilItDies(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Broken || !isConnectionError(error)) throw error;
  }
}

const isConnectionError = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && /terminated|aborted|socket/i.test(error.message));
