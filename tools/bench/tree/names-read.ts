import type { Requests } from './requests.ts';

const quickMs = 100;
const quickInARow = 3;
const patienceMs = 60_000;

/** Searches on until searches are quick: with the first one the server begins to read the names in. */
export async function untilNamesAreRead(owner: Requests): Promise<void> {
  const deadline = performance.now() + patienceMs;
  let quick = 0;
  while (quick < quickInARow && performance.now() < deadline) {
    const { totalMs } = await owner.send('/api/files?q=nothing%20has%20this%20name', { answer: 'dropped' });
    quick = totalMs < quickMs ? quick + 1 : 0;
  }
}
