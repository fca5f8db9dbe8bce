// An image that was built in a directory, run as a container: read-only but for its volumes, as the user it names.
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { innerPid, PATH, runInRoot, spawnInRoot } from './another-root.mjs';

/** `volumes` is a directory for them, where they are still there for the next container. */
export function createContainer(root, config, { volumes, env = {} }) {
  const options = {
    mounts: config.volumes.map((to) => ({ from: fillVolume(root, to, volumes), to })),
    readOnly: true,
    userspec: config.user,
    env: { PATH, ...config.env, ...env },
  };
  return {
    /** Runs a program beside the one of the container. */
    execute: (command) => runInRoot(root, command, options),

    /** Resolves when the program of the container has said a line that fits. */
    async start(ready) {
      const child = spawnInRoot(root, [...config.entrypoint, ...config.command], options);
      let said = '';
      const match = await new Promise((resolve, reject) => {
        child.once('exit', (status) => reject(new Error(`the container ended with ${status}\n${said}`)));
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk) => {
            said += chunk;
            const found = ready.exec(said);
            if (found !== null) resolve(found);
          });
      });
      return {
        match,
        /** Answers the exit code. */
        async stop() {
          process.kill(innerPid(child), config.stopSignal ?? 'SIGTERM');
          const [status] = await once(child, 'exit');
          return status;
        },
        kill: () => child.kill('SIGKILL'),
      };
    },
  };
}

/** A new volume begins as what the image has in its place. */
function fillVolume(root, to, volumes) {
  const from = join(volumes, to);
  const { uid, gid, mode } = statSync(join(root, to));
  mkdirSync(from, { recursive: true });
  chownSync(from, uid, gid);
  chmodSync(from, mode & 0o7777);
  return from;
}
