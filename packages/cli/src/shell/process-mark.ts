import { nameThisProcess, type ProcessName, stateOf } from '../../../sdk/src/node/running-process.ts';

/** A text that names a process for good: another process gets the same id later, after a restart of the machine even soon. */
export const markOf = (name: ProcessName): string => `${name.pid} ${JSON.stringify(name)}`;

/** The mark of this process. */
export const ownMark = (): string => markOf(nameThisProcess());

/** The other process that a mark names; undefined if it has ended, as far as this can be known. A mark may be a process id alone. */
export async function processOf(mark: string): Promise<number | undefined> {
  const [, id, name] = /^(\d+)(?: (\{.*\}))?$/.exec(mark.trim()) ?? [];
  const pid = Number(id);
  if (id === undefined || pid === process.pid) return undefined;
  const unknownStart = { ...nameThisProcess(), startedAt: undefined, startedAtMs: undefined };
  const named = name === undefined ? unknownStart : (JSON.parse(name) as ProcessName);
  return (await stateOf({ ...named, pid })) === 'running' ? pid : undefined;
}
