import { join } from 'node:path';
import type { World } from '../shell/world.ts';

type Surroundings = Pick<World, 'env' | 'homeDirectory' | 'platform'>;

/** Directory of profiles and keys. The server writes the first profile here too. */
export function configDirectory({ env, homeDirectory, platform }: Surroundings): string {
  if (platform === 'win32') return join(env['APPDATA'] || join(homeDirectory, 'AppData', 'Roaming'), 'drive');
  return join(env['XDG_CONFIG_HOME'] || join(homeDirectory, '.config'), 'drive');
}

/** Directory of journals, from which interrupted transfers resume. */
export function stateDirectory({ env, homeDirectory, platform }: Surroundings): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(homeDirectory, 'AppData', 'Local'), 'drive');
  return join(env['XDG_STATE_HOME'] || join(homeDirectory, '.local', 'state'), 'drive');
}

/** Directory that may be deleted at any time. */
export function cacheDirectory({ env, homeDirectory, platform }: Surroundings): string {
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(homeDirectory, 'AppData', 'Local'), 'drive', 'cache');
  return join(env['XDG_CACHE_HOME'] || join(homeDirectory, '.cache'), 'drive');
}
