import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import type { PathFilter } from '../../glob/path-filter.ts';
import { CliError } from '../../shell/cli-error.ts';
import { finishMove } from '../disk/local-writes.ts';
import { clearIncoming, countDays, removeOldTrash } from '../disk/private-folder.ts';
import { type LocalTree, scanDisk } from '../disk/scan.ts';
import { findEmptySide, findExcess } from '../engine/limits.ts';
import { allNodes, matchLocal } from '../engine/match-local.ts';
import { pairNew, RemotePlaces } from '../engine/pair-new.ts';
import { planTwoWay } from '../engine/plan.ts';
import type { LocalNode } from '../engine/states.ts';
import { digestOfEqual, digestOfNodes } from '../engine/tree-digest.ts';
import type { Plan } from '../engine/unit.ts';
import { applyPlan } from './apply-plan.ts';
import { LocalContents } from './contents.ts';
import { findRemoteRest } from './remote-rest.ts';
import type { TwoWayReport } from './report.ts';
import type { RunDeps } from './run-deps.ts';

export interface TwoWayRunOptions extends Omit<RunDeps, 'scannedAt' | 'removesNothing' | 'onFailure' | 'hasFailed'> {
  readonly filter: PathFilter;
  readonly now: () => number;
  /** Replaces the usual limits of deletions. */
  readonly maxDelete: number | undefined;
  /** Whether the folder on this computer may be another one than at the last run: nothing is deleted then. */
  readonly isDoubtful?: boolean;
  /** Whether there is no folder on the server yet, in a dry run. */
  readonly isMissing?: boolean;
  /** Asks whether to go on, with the reason. Throws if not. */
  readonly confirm: (reason: string) => Promise<void>;
  readonly onScanned: (count: number) => void;
}

export interface RunResult {
  /** Items on both sides. */
  readonly items: number;
  /** Whether both sides are equal, as far as they can be. */
  readonly isComplete: boolean;
  /** Folders of this computer, for the watch. */
  readonly folders: readonly string[];
}

/** This computer as it was found. */
interface Here extends LocalTree {
  readonly scannedAt: number;
}

interface Look {
  readonly plan: Plan;
  readonly nodes: readonly LocalNode[];
  readonly scannedAt: number;
  /** Whether a file was removed while this computer was looked at. */
  readonly hasVanished: boolean;
}

/** Looks at both sides again after changes by others during a run, so many times. */
const MOST_LOOKS = 6;

/** Makes both sides equal. */
export class TwoWayRun {
  readonly #options: TwoWayRunOptions;
  #failures = 0;
  #leftOut = 0;
  #removesNothing = false;
  readonly #told = new Set<string>();
  /** Paths of what failed. */
  readonly #failed = new Set<string>();

  constructor(options: TwoWayRunOptions) {
    this.#options = { ...options, report: reportingOnce(options.report, this.#failed) };
    this.#removesNothing = options.isDoubtful === true;
  }

  async run(): Promise<RunResult> {
    const { disk, journal, day, mirror } = this.#options;
    if (journal.moving !== undefined) {
      await finishMove(disk, journal.moving.from, journal.moving.to);
      journal.note(['moved']);
    }
    if (this.#removesNothing)
      this.#options.report.note('the folder may be another one than at the last run: nothing is deleted in this run');
    await this.#askServer();
    await this.#countDay();
    await clearIncoming(disk, day);
    let isConfirmed = false;
    for (let look = 1; ; look++) {
      const isStuck = this.#watchFailures();
      const here = await this.#scan();
      if (look === 1 && this.#isAsSealed(here)) {
        await removeOldTrash(disk, journal.days);
        return this.#resultOf([...allNodes(here.tops)]);
      }
      const { plan, nodes, scannedAt, hasVanished } = await this.#look(here);
      if (!isConfirmed) await this.#requireSafe(plan);
      isConfirmed = true;
      const { isOutdated } = await applyPlan(plan, nodes, {
        ...this.#options,
        scannedAt,
        removesNothing: this.#removesNothing,
        onFailure: () => void this.#failures++,
        hasFailed: () => this.#failures > 0,
      });
      journal.flush();
      const hasNews = (await mirror.refresh()) > 0;
      if ((isOutdated || hasVanished || hasNews) && !isStuck()) {
        if (look < MOST_LOOKS) continue;
        await this.#options.report.failed(
          '',
          new CliError('failed', 'both sides keep changing', { hint: 'run sync again' }),
        );
        this.#failures++;
      }
      await removeOldTrash(disk, journal.days);
      const result = this.#resultOf(nodes);
      journal.seal(result.isComplete ? digestOfEqual(journal.base, journal.remote) : undefined);
      return result;
    }
  }

  /** Returns a function that tells whether anything failed since, and all of it had failed before: other looks would meet it again. */
  #watchFailures(): () => boolean {
    const [failures, paths] = [this.#failures, this.#failed.size];
    return () => this.#failures > failures && this.#failed.size === paths;
  }

  /** Plans without changing anything. */
  async plan(): Promise<Plan> {
    if (this.#options.isMissing !== true) await this.#askServer();
    return (await this.#look(await this.#scan())).plan;
  }

  async #askServer(): Promise<void> {
    const { journal, mirror, report } = this.#options;
    if (journal.cursor === '') {
      await mirror.readAll();
    } else {
      try {
        await mirror.refresh();
        return;
      } catch (error) {
        if (!isDriveErrorOf(error, 'cursor_expired')) throw error;
      }
      report.note('the server no longer knows what changed since the last run: nothing is deleted in this run');
      this.#removesNothing = true;
      await mirror.readAll();
    }
    // What happened while the tree was read.
    await mirror.refresh();
  }

  async #scan(): Promise<Here> {
    const { disk, filter, fold, signal, onScanned, now } = this.#options;
    const scannedAt = now();
    const tree = await scanDisk(disk, { filter, fold, signal, onFound: onScanned });
    await this.#tell(tree);
    return { ...tree, scannedAt };
  }

  /** Whether both sides are as they were when they were equal: the server told nothing else, and neither does this computer. */
  #isAsSealed({ tops, problems }: Here): boolean {
    const { sealedTree } = this.#options.journal;
    return sealedTree !== undefined && problems.length === 0 && sealedTree === digestOfNodes(tops);
  }

  async #look({ tops, scannedAt }: Here): Promise<Look> {
    const { disk, journal, mirror, filter, fold, signal } = this.#options;
    const { platform } = disk;
    const contents = new LocalContents({ ...this.#options, onFailure: () => void this.#failures++ });
    await matchLocal(journal.base, tops, { fold, hasContent: (node, base) => contents.hasContent(node, base) });
    const nodesThere = mirror.nodes;
    const places = new RemotePlaces(nodesThere.values(), fold);
    const { stays, impossible } = findRemoteRest({ nodes: nodesThere.values(), places, filter, platform });
    for (const { path, reason } of impossible) await this.#leaveOut(path, reason);
    pairNew({ tops, places, isKnown: (id) => journal.base.has(id), remoteStays: stays });
    const nodes = [...allNodes(tops)];
    const contentOf = new Map<LocalNode, string>();
    for (const node of nodes) {
      if (node.kind === 'folder' || node.stays !== undefined) continue;
      signal.throwIfAborted();
      contentOf.set(node, await contents.of(node, journal.base.get(node.key), nodesThere.get(node.key)));
    }
    const plan = planTwoWay({
      base: journal.base,
      remote: nodesThere,
      remoteStays: stays,
      locals: nodes,
      localContentOf: (node) => contentOf.get(node) ?? '',
      fold,
      conflictName: this.#options.conflictName,
    });
    return { plan, nodes, scannedAt, hasVanished: contents.isOutdated };
  }

  /** Asks before a run that looks like an accident. */
  async #requireSafe(plan: Plan): Promise<void> {
    const { maxDelete, confirm } = this.#options;
    if (this.#removesNothing) return;
    const reason = findEmptySide(plan) ?? findExcess(plan, maxDelete);
    if (reason !== undefined) await confirm(reason);
  }

  async #tell({ problems, skipped }: LocalTree): Promise<void> {
    for (const { path, error } of problems) {
      if (this.#told.has(path)) continue;
      this.#told.add(path);
      this.#leftOut++;
      await this.#options.report.failed(path, error);
    }
    for (const { path, what } of skipped) {
      if (this.#told.has(path)) continue;
      this.#told.add(path);
      await this.#options.report.skipped(path, what);
    }
  }

  async #leaveOut(path: string, reason: string): Promise<void> {
    if (this.#told.has(path)) return;
    this.#told.add(path);
    this.#leftOut++;
    await this.#options.report.failed(path, new CliError('failed', `${path} stays on the server: ${reason}`));
  }

  /** Notes the day before anything is moved to its folder in the trash. */
  async #countDay(): Promise<void> {
    const { journal, day, disk } = this.#options;
    const days = await countDays(disk, journal.days, day);
    if (days === journal.days) return;
    journal.note(['days', days]);
    journal.flush();
  }

  #resultOf(nodes: readonly LocalNode[]): RunResult {
    const folders = nodes.filter(({ kind, stays }) => kind === 'folder' && stays === undefined);
    return {
      items: this.#options.journal.items,
      isComplete: this.#failures + this.#leftOut === 0,
      folders: folders.map(({ path }) => path),
    };
  }
}

/** Several looks may fail at the same path. */
const reportingOnce = (report: TwoWayReport, failed: Set<string>): TwoWayReport => ({
  step: (step) => report.step(step),
  skipped: (path, what) => report.skipped(path, what),
  note: (message) => report.note(message),
  async failed(path, error) {
    if (failed.has(path)) return;
    failed.add(path);
    await report.failed(path, error);
  },
});
