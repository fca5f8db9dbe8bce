import type { ConnectionOptions } from '../connection/sign-in.ts';
import type { Output } from '../output/output.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { World } from '../shell/world.ts';

/** What every command is given besides its own arguments. */
export interface Context {
  readonly world: World;
  readonly output: Output;
  /** The flags that every command has. */
  readonly globals: ConnectionOptions;
  /** Aborted when the user wants to stop; a command then leaves what can be gone on with, and ends. */
  readonly signal: AbortSignal;
}

/** A command; nothing as an answer means that it is done. */
export type Command<Args extends unknown[]> = (context: Context, ...args: Args) => Promise<ExitCode | void>;
