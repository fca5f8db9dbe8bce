import { formatBytes, formatCount, formatDuration } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { World } from '../shell/world.ts';
import type { SyncEntry } from './sync-tree.ts';

export type SyncAction = 'upload' | 'download' | 'create-folder' | 'trash' | 'restore' | 'delete';

/** One line of the output. Paths are relative to the folders. */
export interface SyncStep {
  readonly action: SyncAction;
  readonly path: string;
  /** Size of a copied file. */
  readonly size?: number;
  /** Whether a file was there. */
  readonly replaced?: boolean;
}

/** The output of a synchronization: its steps on standard output, the rest as messages. */
export interface SyncReport {
  /** With `dryRun`, a planned step. */
  step(step: SyncStep): Promise<void>;
  failed(path: string, error: unknown): Promise<void>;
  skipped(entries: readonly Extract<SyncEntry, { kind: 'opaque' }>[]): Promise<void>;
  /** Exit codes of errors. */
  readonly failures: readonly ExitCode[];
  /** Files of the source that are equal in the target. */
  unchanged(count: number): void;
  summary(): void;
}

export interface SyncReportOptions {
  readonly dryRun: boolean;
  readonly reportFailure: (path: string, error: unknown) => Promise<ExitCode>;
}

const verbs: Readonly<Record<SyncAction, { readonly past: string; readonly noun: string }>> = {
  upload: { past: 'uploaded', noun: 'file' },
  download: { past: 'downloaded', noun: 'file' },
  'create-folder': { past: 'created', noun: 'folder' },
  trash: { past: 'moved to the trash', noun: 'item' },
  restore: { past: 'restored', noun: 'item' },
  delete: { past: 'deleted', noun: 'item' },
};

export function createSyncReport(
  world: Pick<World, 'now'>,
  output: Output,
  { dryRun, reportFailure }: SyncReportOptions,
): SyncReport {
  const began = world.now();
  const counts = new Map<SyncAction, number>();
  const failures: ExitCode[] = [];
  let bytes = 0;
  let equal = 0;

  return {
    failures,
    async step({ action, path, size, replaced }) {
      counts.set(action, (counts.get(action) ?? 0) + 1);
      bytes += size ?? 0;
      const copied = size === undefined ? {} : { size, replaced: replaced === true };
      const record = { action, path, status: dryRun ? 'planned' : 'done', ...copied };
      await output.record(record, `${action.padEnd(13)} ${path}`);
    },
    async failed(path, error) {
      failures.push(await reportFailure(path, error));
    },
    async skipped(entries) {
      if (output.json) {
        for (const { path, what: reason } of entries)
          await output.record({ path, status: 'skipped', reason }, undefined);
        return;
      }
      for (const what of new Set(entries.map((entry) => entry.what))) {
        const paths = entries.filter((entry) => entry.what === what).map(({ path }) => path);
        const some = paths.slice(0, 3).join(', ') + (paths.length > 3 ? ', …' : '');
        output.warn(`skipped ${formatCount(paths.length, what.replace(/^an? /, ''))}: ${some}`);
      }
    },
    unchanged(count) {
      equal += count;
    },
    summary() {
      const parts = [...counts].map(([action, count]) => {
        const { past, noun } = verbs[action];
        const size = action === 'upload' || action === 'download' ? ` (${formatBytes(bytes)})` : '';
        return `${formatCount(count, noun)}${size} ${dryRun ? 'would be ' : ''}${past}`;
      });
      if (parts.length === 0) parts.push(dryRun ? 'nothing would change' : 'nothing to do');
      parts.push(`${formatCount(equal, 'file')} unchanged`);
      if (failures.length > 0) parts.push(formatCount(failures.length, 'problem'));
      output.note(`${parts.join(', ')}; ${formatDuration(world.now() - began)}`);
    },
  };
}
