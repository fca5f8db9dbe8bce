import { CliError } from './cli-error.ts';
import type { World } from './world.ts';

export interface Question {
  /** Ends with a question mark. */
  readonly text: string;
  /** Flag that skips the question. */
  readonly flag: string;
  /** What would happen, for the error message if there is no terminal. Default: that it cannot be undone. */
  readonly consequence?: string;
  /** Error message if the answer is no. Default: that nothing was deleted. */
  readonly refused?: string;
}

/** Returns if the user agrees. Throws on any other answer, and if there is no terminal. */
export async function confirm(
  { stdin }: Pick<World, 'stdin'>,
  { text, flag, consequence = 'this cannot be undone', refused = 'nothing was deleted' }: Question,
  ask: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (stdin.isTTY !== true) {
    throw new CliError('usage', `${consequence}, and there is no terminal for a confirmation`, {
      hint: `confirm with ${flag}`,
    });
  }
  ask(`${text} [y/N]`);
  const answer = await readLine(stdin, signal);
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw new CliError('failed', refused);
}

/** Reads a line without its end. */
function readLine(stdin: World['stdin'], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let line = '';
    const finish = (settle: () => void): void => {
      stdin.off('data', take).off('end', end).off('error', fail).pause();
      signal.removeEventListener('abort', stop);
      settle();
    };
    const take = (chunk: Buffer | string): void => {
      line += chunk.toString();
      const end = line.search(/[\r\n]/);
      if (end !== -1) finish(() => resolve(line.slice(0, end)));
    };
    const end = (): void => finish(() => resolve(line));
    const fail = (error: Error): void => finish(() => reject(error));
    const stop = (): void => finish(() => reject(signal.reason as Error));
    // A question before has paused it, and then listening alone does not wake it.
    stdin.on('data', take).once('end', end).once('error', fail).resume();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
