import type { Command } from 'commander';
import type { Connecting } from '../connection/connect.ts';
import type { ConnectionOptions } from '../connection/sign-in.ts';
import type { Output } from '../output/output.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { Pace } from '../shell/pace.ts';
import type { World } from '../shell/world.ts';

export interface Context {
  readonly world: World;
  readonly output: Output;
  /** Global flags. */
  readonly globals: ConnectionOptions;
  /** Limits the rate of transfers. */
  readonly pace?: Pace | undefined;
  readonly onConnected?: Connecting['onConnected'];
  /** Aborted when the user interrupts the command. The command then keeps the state that a later run resumes from. */
  readonly signal: AbortSignal;
}

/** The action of a command. Resolves to its exit code; undefined is success. */
export type Action<Args extends unknown[]> = (context: Context, ...args: Args) => Promise<ExitCode | void>;

/** Adapts an action to the handler that commander calls. */
export type RunAction = <Args extends unknown[]>(action: Action<Args>) => (...received: unknown[]) => Promise<void>;

/** Adds description, arguments, flags and action to a command that has its name and summary. */
export type DefineCommand = (command: Command, run: RunAction) => void;
