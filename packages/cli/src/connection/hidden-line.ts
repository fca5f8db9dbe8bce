import type { World } from '../shell/world.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACES = new Set(['\u007f', '\b']);

/** Reads a line from the terminal without showing it. undefined when the user gave up with Ctrl-C. */
export function readHiddenLine({ stdin }: Pick<World, 'stdin'>): Promise<string | undefined> {
  stdin.setRawMode?.(true);
  return new Promise((resolve, reject) => {
    let line = '';
    const finish = (settle: () => void): void => {
      stdin.setRawMode?.(false);
      stdin.off('data', take).off('end', end).off('error', fail).pause();
      settle();
    };
    const take = (chunk: Buffer | string): void => {
      for (const character of chunk.toString()) {
        if (character === CTRL_C) return finish(() => resolve(undefined));
        if (character === '\r' || character === '\n' || character === CTRL_D) return finish(() => resolve(line));
        line = BACKSPACES.has(character) ? line.slice(0, -1) : line + character;
      }
    };
    const end = (): void => finish(() => resolve(line));
    const fail = (error: Error): void => finish(() => reject(error));
    // The line before may have left it paused, and then listening alone does not wake it.
    stdin.on('data', take).once('end', end).once('error', fail).resume();
  });
}
