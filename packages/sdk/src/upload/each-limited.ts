/** Runs tasks with limited concurrency. Rejects with the first failure after the running tasks have ended. */
export async function eachLimited<T>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const item of waiting) {
      if (failures.length > 0) return;
      await act(item).catch((error: unknown) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  if (failures.length > 0) throw failures[0];
}
