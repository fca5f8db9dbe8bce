/** A move that has not ended. The message is for the operator, and says that the drive is where it was. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

/** The messages of an error and its causes. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message.replace(/\.$/, '');
  return error.cause === undefined ? message : `${message}: ${reasonOf(error.cause)}`;
}
