import manifest from '../../package.json' with { type: 'json' };
import type { World } from '../shell/world.ts';

export const programVersion = manifest.version;

export const checkProgram = ({ platform }: Pick<World, 'platform'>): Check => ({
  name: 'program',
  status: 'ok',
  message: `drive-cli ${programVersion}, Node ${process.versions.node}, ${platform} ${process.arch}`,
});

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  /** `skipped`: it could not be looked at, for a reason that is told elsewhere. */
  readonly status: 'ok' | 'warning' | 'error' | 'skipped';
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
}
