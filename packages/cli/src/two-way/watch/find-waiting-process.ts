import { once } from 'node:events';
import { CliError } from '../../shell/cli-error.ts';
import {
  type Beginning,
  type FromRuns,
  type HandOver,
  WAITING_PROCESS,
  type WaitingProcess,
} from '../../shell/hand-over.ts';

/** The waiting process that started this one; undefined if another program did. */
export async function findWaitingProcess(): Promise<WaitingProcess | undefined> {
  const processId = Number(process.env[WAITING_PROCESS]);
  // Programs that this one starts inherit the variable.
  if (processId !== process.ppid || process.send === undefined) return undefined;
  const [{ lingerMs, memory }] = (await once(process, 'message')) as [Beginning];
  // It ended while this one started.
  if (!process.connected) throw new CliError('interrupted', 'interrupted');
  return {
    processId,
    lingerMs,
    memory,
    async take(handOver: HandOver, isDue: () => boolean, signal: AbortSignal) {
      const taken = once(process, 'message', { signal });
      await send({ handOver });
      await taken;
      await send({ isDue: isDue() });
    },
  };
}

function send(message: FromRuns): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error: Error | null) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}
