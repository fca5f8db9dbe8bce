import { CliError } from './cli-error.ts';
import type { World } from './world.ts';

/** What is asked of the user, and what to do where there is nobody to ask. */
export interface Question {
  /** Ends with a question mark. */
  readonly text: string;
  /** Flag that answers it beforehand. */
  readonly flag: string;
  /** What to say where the answer is no. Default: that nothing was deleted. */
  readonly refused?: string;
}

/** Returns when the user agrees. Anything but yes stops the command, and so does having nobody to ask. */
export async function confirm(
  { stdin }: Pick<World, 'stdin'>,
  { text, flag, refused = 'nothing was deleted' }: Question,
  ask: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (stdin.isTTY !== true) {
    throw new CliError('usage', 'this can not be undone, and there is no terminal to ask at', {
      hint: `add ${flag} when it is meant`,
    });
  }
  ask(`${text} [y/N]`);
  const answer = await readLine(stdin, signal);
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw new CliError('failed', refused);
}

/** A line as it is typed, without its end; ends with the input too. */
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
    stdin.on('data', take).once('end', end).once('error', fail);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
