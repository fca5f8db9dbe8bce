import manifest from '../../package.json' with { type: 'json' };
import type { World } from '../shell/world.ts';

export const programVersion = manifest.version;

export const checkProgram = ({ platform }: Pick<World, 'platform'>): Check => ({
  name: 'program',
  status: 'ok',
  message: `drive-cli ${programVersion}, Node ${process.versions.node}, ${platform} ${process.arch}`,
});

/** The result of one check. */
export interface Check {
  readonly name: string;
  /** `skipped`: the check is impossible, for a reason that another check reports. */
  readonly status: 'ok' | 'warning' | 'error' | 'skipped';
  readonly message: string;
  /** How to fix the problem. */
  readonly hint?: string;
}
