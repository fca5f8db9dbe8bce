import type { Output } from '../output/output.ts';
import type { Linked } from './find-request.ts';

/** Takes away what was found, one after the other, or says what it would be. */
export async function removeLinked<T extends Linked>(
  output: Output,
  found: readonly T[],
  how: {
    readonly dryRun: boolean | undefined;
    /** What of it is told in JSON. */
    readonly tell: (one: T) => object;
    readonly remove: (one: T) => Promise<unknown>;
    /** What people are told when it is gone. */
    readonly farewell: (one: T) => string;
  },
): Promise<void> {
  for (const one of found) {
    if (how.dryRun === true) {
      await output.record({ ...how.tell(one), status: 'planned' }, one.url);
      continue;
    }
    await how.remove(one);
    output.note(how.farewell(one));
    await output.record({ ...how.tell(one), status: 'removed' }, undefined);
  }
}
