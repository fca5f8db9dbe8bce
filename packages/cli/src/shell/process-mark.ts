import { isHeldBy, nameThisProcess, type ProcessName } from '../../../sdk/src/node/running-process.ts';

/** A text that names a process for good: another process gets the same id later, after a restart of the machine even soon. */
export const markOf = (name: ProcessName): string => `${name.pid} ${JSON.stringify(name)}`;

/** The mark of this process. */
export const ownMark = (): string => markOf(nameThisProcess());

/** A mark may be a process id alone. */
function nameIn(mark: string): ProcessName | undefined {
  const [, id, name] = /^(\d+)(?: (\{.*\}))?$/.exec(mark.trim()) ?? [];
  if (id === undefined) return undefined;
  const unknownStart = { ...nameThisProcess(), startedAt: undefined, startedAtMs: undefined };
  const named = name === undefined ? unknownStart : (JSON.parse(name) as ProcessName);
  return { ...named, pid: Number(id) };
}

/** The other process that the mark in a file names; undefined if it has ended, as far as this can be known. */
export async function processOf(mark: string, path: string): Promise<number | undefined> {
  const name = nameIn(mark);
  const isOwn = mark.trim() === ownMark() || mark.trim() === String(process.pid);
  return name !== undefined && !isOwn && (await isHeldBy(name, path)) ? name.pid : undefined;
}

/** Whether a mark names the process that has an id here: processes of several containers may have one id. */
export function isOf(mark: string, pid: number | undefined): boolean {
  const { boot, namespace } = nameThisProcess();
  const name = nameIn(mark);
  return name !== undefined && name.pid === pid && name.boot === boot && name.namespace === namespace;
}
