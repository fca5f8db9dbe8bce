import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadOrder, LoadReport } from './background-load.ts';
import { createRequests } from './requests.ts';
import { scenarios, scenariosOfWide, scenariosWithBytes, type Owner, type LoadScenario } from './scenarios.ts';
import { startTreeServer } from './tree-server.ts';
import type { TreeOrder, Trees } from './trees.ts';

/** The latency of the other user during a load of the owner. */
export interface Phase {
  readonly name: string;
  /** Result of the owner's load. */
  readonly note: string;
  /** By kind of request. */
  readonly latencies: ReadonlyMap<string, readonly number[]>;
  /** The longest that one statement held up the server. */
  readonly longestStatementMs: number;
}

const perSecond = 50;

/** Measures another user's requests while the owner of a large tree runs the heaviest loads, one after the other. */
export async function measureWaits(
  trees: Trees,
  items: number,
  names: readonly string[],
  say: (line: string) => void,
  scenarioMs: number,
): Promise<Phase[]> {
  const withBytes = Math.max(100, Math.floor(items / 10));
  const phases: Phase[] = [];
  for (const [order, all] of [
    [{ shape: 'bushy', items }, scenarios],
    [{ shape: 'wide', items }, scenariosOfWide],
    [{ shape: 'wide', items: withBytes, withBytes: true }, scenariosWithBytes],
  ] satisfies [TreeOrder, readonly LoadScenario[]][]) {
    const list = all.filter(([scenario]) => names.some((name) => scenario.includes(name)));
    if (list.length > 0) phases.push(...(await play(trees, order, list, say, scenarioMs)));
  }
  return phases;
}

async function play(
  trees: Trees,
  order: TreeOrder,
  list: readonly LoadScenario[],
  say: (line: string) => void,
  scenarioMs: number,
): Promise<Phase[]> {
  const { dataDirectory, tree, remove } = await trees.copy(order);
  const server = await startTreeServer(dataDirectory);
  const backgroundLoad = fork(join(import.meta.dirname, 'background-load.ts'), { execArgv: process.execArgv });
  const sendOrder = (order: LoadOrder): void => void backgroundLoad.send(order);
  const owner: Owner = {
    requests: createRequests(server.url, tree.owner.key),
    tree,
    dataDirectory,
    again: async (work) => {
      const deadline = performance.now() + scenarioMs;
      let count = 0;
      do await work(count++);
      while (performance.now() < deadline);
      return `${count.toLocaleString('en')} ×`;
    },
  };
  const seen = new Map<string, Pick<Phase, 'note' | 'longestStatementMs'>>();
  try {
    sendOrder({ url: server.url, key: tree.other.key, perSecond });
    // The first run of code is slow in any case.
    await sleep(3000);
    for (const [name, work] of list) {
      say(name);
      await server.statementTimes();
      sendOrder({ phase: name });
      const note = await work(owner);
      sendOrder({ phase: '' });
      seen.set(name, { note, longestStatementMs: (await server.statementTimes()).longestMs });
      await sleep(1000);
    }
    const answer = once(backgroundLoad, 'message');
    sendOrder('stop');
    const [report] = (await answer) as [LoadReport];
    return list.map(([name]) => ({
      name,
      ...seen.get(name)!,
      latencies: new Map(report.flatMap(([phase, kind, figures]) => (phase === name ? [[kind, figures]] : []))),
    }));
  } finally {
    owner.requests.close();
    backgroundLoad.kill();
    await server.stop();
    remove();
  }
}
