import manifest from '../../package.json' with { type: 'json' };
import type { World } from '../shell/world.ts';
import type { Check } from './check.ts';

export const programVersion = manifest.version;

export const checkProgram = ({ platform }: Pick<World, 'platform'>): Check => ({
  name: 'program',
  status: 'ok',
  message: `drive-cli ${programVersion}, Node ${process.versions.node}, ${platform} ${process.arch}`,
});
