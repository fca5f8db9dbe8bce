import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { World } from './world.ts';

/** Command that opens a URL, or undefined if the user would not see it. */
function findOpener({ env, platform }: Pick<World, 'env' | 'platform'>): readonly string[] | undefined {
  // Over SSH, the browser would open on the wrong machine.
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return undefined;
  if (env['BROWSER']) return [env['BROWSER']];
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}

/**
 * The URL as a browser may be given it: http(s), of the origin of the server that the caller chose. undefined if it is any
 * other. A server or an argument could otherwise start programs that the system has for other schemes, and the normalized
 * form can't be taken for an option.
 */
export function findServerPage(serverUrl: string, url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const page = new URL(url);
  const isHttp = page.protocol === 'http:' || page.protocol === 'https:';
  const hasCredentials = page.username !== '' || page.password !== '';
  return isHttp && !hasCredentials && page.origin === new URL(serverUrl).origin ? page.href : undefined;
}

/**
 * Opens a URL from {@link findServerPage}. Returns whether it was opened, as far as can be detected. Waits for the
 * opener only as long as it takes to fail.
 */
export async function openBrowser(world: Pick<World, 'env' | 'platform'>, url: string): Promise<boolean> {
  const [file, ...args] = findOpener(world) ?? [];
  if (file === undefined) return false;
  const child = spawn(file, [...args, url], { stdio: 'ignore', detached: true, env: { ...world.env } });
  const failed = once(child, 'error').then(
    () => false,
    () => false,
  );
  const ended = once(child, 'exit').then(
    ([code]) => code === 0,
    () => false,
  );
  // An opener that keeps running is the browser.
  let timer: NodeJS.Timeout | undefined;
  const goesOn = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, 2_000, true);
  });
  try {
    return await Promise.race([failed, ended, goesOn]);
  } finally {
    clearTimeout(timer);
    child.unref();
  }
}
