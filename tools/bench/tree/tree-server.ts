import { once } from 'node:events';
import { join } from 'node:path';
import { liftedLimits, listening, serverMain } from '../contenders/drive-contender.ts';
import { startServer, stopServer } from '../processes.ts';
import type { StatementTimes } from './statement-clock.ts';

/** The built server on a tree that `seedTree` made, with a clock at its database. */
export interface TreeServer {
  readonly url: string;
  readonly pid: number;
  readonly dataDirectory: string;
  statementTimes(): Promise<StatementTimes>;
  stop(): Promise<void>;
}

/** `nodeOptions`: for profiling, such as `--cpu-prof`. */
export async function startTreeServer(dataDirectory: string, nodeOptions: readonly string[] = []): Promise<TreeServer> {
  const { child, match } = await startServer(
    process.execPath,
    [...nodeOptions, '--import', join(import.meta.dirname, 'statement-clock.ts'), serverMain, 'serve'],
    liftedLimits(dataDirectory),
    listening,
    ['ignore', 'pipe', 'pipe', 'ipc'],
  );
  return {
    url: match[1] ?? '',
    pid: child.pid ?? 0,
    dataDirectory,
    statementTimes: async () => {
      const answer = once(child, 'message');
      child.send('statement times');
      const [times] = (await answer) as [StatementTimes];
      return times;
    },
    stop: () => stopServer(child),
  };
}
