import type { Command as Action } from '../commands/context.ts';

/** Makes what commander calls out of a command that is loaded when it is run. */
export type Lazily = <Args extends unknown[]>(
  load: () => Promise<Action<Args>>,
) => (...received: unknown[]) => Promise<void>;
