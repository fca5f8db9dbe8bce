/**
 * Does the work for each item, some at a time, begun in order. No more is begun once one has failed or the signal is
 * aborted; what is under way then is waited for, so work that takes long has to listen to the signal too.
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
