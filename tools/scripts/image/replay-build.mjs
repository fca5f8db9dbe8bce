// Does what a Dockerfile says, step by step, each stage in a directory of its own.
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runInRoot, systemOfThisMachine } from './another-root.mjs';
import { copyContext } from './context.mjs';

/**
 * Answers the directory of the last stage. `caches` says what lies behind the cache mounts, by their target; `local` what
 * stands in for /usr/local of images that are not ours; `network` the variables by which this machine reaches others.
 */
export async function replayBuild(stages, { checkout, context, scratch, caches, local, network, onStep }) {
  const roots = new Map();
  for (const { name, image, steps } of stages) {
    const root = join(scratch, `stage-${name}`);
    mkdirSync(root, { mode: 0o755 });
    const mounts = image === 'scratch' ? undefined : systemOfThisMachine(root, local);
    for (const step of steps) {
      const began = performance.now();
      if (step.kind === 'run') await runStep(root, step, { mounts, caches, network });
      else copyStep(root, step, { roots, checkout, context });
      onStep(name, step, performance.now() - began);
    }
    roots.set(name, root);
  }
  return roots.get(stages.at(-1).name);
}

async function runStep(root, { command, line, directory, user, env, flags }, { mounts, caches, network }) {
  if (mounts === undefined) throw new Error(`line ${line}: there is no shell in this stage`);
  if (user !== 'root') throw new Error(`line ${line}: only root builds here`);
  const cached = (flags.mount ?? []).map((text) => {
    const { type, target } = Object.fromEntries(text.split(',').map((pair) => pair.split('=')));
    if (type !== 'cache' || caches[target] === undefined) throw new Error(`line ${line}: nothing to mount for ${text}`);
    return { from: caches[target], to: target };
  });
  const { status, output } = await runInRoot(root, ['/bin/sh', '-c', `cd '${directory}' && ${command}`], {
    mounts: [...mounts, ...cached],
    env: { HOME: '/root', ...network, ...env },
  });
  if (status !== 0) throw new Error(`line ${line} ended with ${status}\n${output.slice(-6000)}`);
}

function copyStep(root, { from, to, line, directory, flags }, { roots, checkout, context }) {
  const target = to.startsWith('/') ? join(root, to) : join(root, directory, to);
  const isNew = lstatSync(target, { throwIfNoEntry: false }) === undefined;
  mkdirSync(target, { recursive: true });
  if (flags.from === undefined) {
    if (from.join() !== '.') throw new Error(`line ${line}: only the whole context is copied here`);
    copyContext(checkout, context, target);
    return;
  }
  const source = roots.get(flags.from[0]);
  if (source === undefined) throw new Error(`line ${line}: there is no stage ${flags.from[0]} before it`);
  const [owner = '0:0'] = flags.chown ?? [];
  const ids = owner.split(':').map(Number);
  for (const path of from) {
    const whole = join(source, path);
    const isFolder = lstatSync(whole).isDirectory();
    const names = isFolder ? readdirSync(whole) : [basename(whole)];
    for (const name of names) {
      cpSync(isFolder ? join(whole, name) : whole, join(target, name), { recursive: true, verbatimSymlinks: true });
      own(join(target, name), ids, flags.chmod);
    }
  }
  if (isNew) own(target, ids, flags.chmod);
}

/** What is copied belongs to root, or to whom the step names, whoever it belonged to. */
function own(path, [uid, gid], mode) {
  chownSync(path, uid, gid);
  if (mode !== undefined) chmodSync(path, Number.parseInt(mode[0], 8));
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name), [uid, gid], mode);
}

export const removeStages = (scratch) => rmSync(scratch, { recursive: true, force: true });
