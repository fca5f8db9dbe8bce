/**
 * Runs `work` for each item, started in order. Starts no more after a failure or abort, but waits for running work, so
 * long work must observe the signal itself.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  count: number,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (!signal.aborted && failures.length === 0) {
      const next = iterator.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: count }, worker));
  if (failures.length > 0) throw failures[0];
}
