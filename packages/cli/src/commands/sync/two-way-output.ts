import { describeFailure } from '../../connection/describe-failure.ts';
import { formatBytes, formatCount, formatDuration } from '../../output/format.ts';
import { removalsOf } from '../../two-way/engine/limits.ts';
import { isRemoved, type Plan } from '../../two-way/engine/unit.ts';
import type { LogLine, PairState } from '../../two-way/pairs/pair-state.ts';
import type { TwoWayReport, TwoWayStep } from '../../two-way/run/report.ts';
import type { RunResult } from '../../two-way/run/two-way-run.ts';
import type { Context } from '../context.ts';
import { reportFailure } from '../report-failure.ts';

const nouns: Readonly<Record<TwoWayStep['action'], string>> = {
  upload: 'upload',
  download: 'download',
  'create-folder': 'folder',
  move: 'move',
  delete: 'deletion',
  'set-time': 'time',
  conflict: 'conflict',
};

/** The output of a run, and its lines in the log. */
export class TwoWayOutput implements TwoWayReport {
  readonly #context: Context;
  readonly #state: PairState | undefined;
  readonly #told: Set<string>;
  readonly #began: number;
  readonly #counts = new Map<TwoWayStep['action'], number>();
  #bytes = 0;
  #lines: LogLine[] = [];
  /** Number of files and folders that could not be synchronized. */
  problems = 0;

  /** `told`: paths that were said to be skipped, which a watch says once. */
  constructor(context: Context, state: PairState | undefined, told: Set<string>) {
    this.#context = context;
    this.#state = state;
    this.#told = told;
    this.#began = context.world.now();
  }

  async step(step: TwoWayStep): Promise<void> {
    const { action, path, from } = step;
    this.#counts.set(action, (this.#counts.get(action) ?? 0) + 1);
    this.#bytes += step.size ?? 0;
    await this.#log({ at: this.#now(), ...step });
    await this.#context.output.record(
      { ...step, status: 'done' },
      lineOf(step, from === undefined ? path : `${from} -> ${path}`),
    );
  }

  async failed(path: string, error: unknown): Promise<void> {
    this.problems++;
    await this.#log({ at: this.#now(), path, error: describeFailure(error).message });
    await reportFailure(this.#context, { path }, error);
  }

  async skipped(path: string, what: string): Promise<void> {
    const { output } = this.#context;
    if (this.#told.has(path)) return;
    this.#told.add(path);
    if (output.json) await output.record({ path, status: 'skipped', reason: what }, undefined);
    else output.warn(`skipped ${what}: ${path}`);
  }

  note(message: string): void {
    this.#context.output.warn(message);
  }

  /** Prints each step of a plan that is not carried out. */
  async planned(plan: Plan): Promise<void> {
    for (const step of stepsOf(plan))
      await this.#context.output.record({ ...step, status: 'planned' }, lineOf(step, step.path));
  }

  summary({ items, isComplete }: RunResult): void {
    const { output, world } = this.#context;
    const parts = [...this.#counts].map(([action, count]) => formatCount(count, nouns[action]));
    if (this.#bytes > 0) parts.push(formatBytes(this.#bytes));
    if (parts.length === 0) parts.push('nothing to do');
    const end = isComplete ? `${formatCount(items, 'item')} equal` : formatCount(this.problems, 'problem');
    output.note(`${parts.join(', ')}; ${end}; ${formatDuration(world.now() - this.#began)}`);
  }

  /** Writes the rest of the log. */
  async close(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    await this.#state?.log(lines);
  }

  async #log(line: LogLine): Promise<void> {
    this.#lines.push(line);
    if (this.#lines.length >= 1000) await this.close();
  }

  #now(): string {
    return new Date(this.#context.world.now()).toISOString();
  }
}

const lineOf = ({ side, action }: TwoWayStep, what: string): string => `${side.padEnd(6)} ${action.padEnd(13)} ${what}`;

/** The steps of a plan, without the order in which a run takes them. */
function* stepsOf(plan: Plan): Generator<TwoWayStep> {
  const pathOf = (key: string): string => {
    const unit = plan.units.get(key);
    if (unit === undefined) return '';
    const place = isRemoved(unit) ? (unit.local?.path ?? unit.remote ?? unit.place) : unit.place;
    if (typeof place === 'string') return place;
    const folder = pathOf(place.parent);
    return folder === '' ? place.name : `${folder}/${place.name}`;
  };
  for (const { key, kind, existence, decision, place, local, remote } of plan.units.values()) {
    const path = pathOf(key);
    const size = local?.stamp.size ?? remote?.size ?? 0;
    if (existence === 'create here' || existence === 'create there') {
      const side = existence === 'create here' ? 'here' : 'server';
      if (kind === 'folder') yield { action: 'create-folder', side, path };
      else yield { action: side === 'here' ? 'download' : 'upload', side, path, size, replaced: false };
    }
    if (existence !== 'keep') continue;
    const isElsewhere = (at: { parent: string; name: string } | undefined): boolean =>
      at !== undefined && (at.parent !== place.parent || at.name !== place.name);
    if (local !== undefined && isElsewhere({ parent: local.parent?.key ?? '', name: local.name }))
      yield { action: 'move', side: 'here', path };
    if (isElsewhere(remote)) yield { action: 'move', side: 'server', path };
    if (decision.content === 'conflict') yield { action: 'conflict', side: 'here', path };
    if (decision.content === 'to server') yield { action: 'upload', side: 'server', path, size, replaced: true };
    if (decision.content === 'from server' || decision.content === 'conflict')
      yield { action: 'download', side: 'here', path, size: remote?.size ?? 0, replaced: true };
    if (decision.time !== 'none')
      yield { action: 'set-time', side: decision.time === 'to server' ? 'server' : 'here', path };
  }
  const { here, there } = removalsOf(plan);
  for (const { key } of here) yield { action: 'delete', side: 'here', path: pathOf(key) };
  for (const { key } of there) yield { action: 'delete', side: 'server', path: pathOf(key) };
}
