import { join } from 'node:path';
import type { World } from '../shell/world.ts';

type Surroundings = Pick<World, 'env' | 'homeDirectory' | 'platform'>;

/** Where profiles and keys lie. The server writes the first profile to the same place. */
export function configDirectory({ env, homeDirectory, platform }: Surroundings): string {
  if (platform === 'win32') return join(env['APPDATA'] || join(homeDirectory, 'AppData', 'Roaming'), 'drive');
  return join(env['XDG_CONFIG_HOME'] || join(homeDirectory, '.config'), 'drive');
}

/** Where interrupted work is noted down, to go on later. */
export function stateDirectory({ env, homeDirectory, platform }: Surroundings): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(homeDirectory, 'AppData', 'Local'), 'drive');
  return join(env['XDG_STATE_HOME'] || join(homeDirectory, '.local', 'state'), 'drive');
}

/** What may be thrown away at any time. */
export function cacheDirectory({ env, homeDirectory, platform }: Surroundings): string {
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(homeDirectory, 'AppData', 'Local'), 'drive', 'cache');
  return join(env['XDG_CACHE_HOME'] || join(homeDirectory, '.cache'), 'drive');
}
