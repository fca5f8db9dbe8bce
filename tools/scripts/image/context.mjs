// What a build is given of a checkout.
import dockerignore from '@balena/dockerignore';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Paths of files below the root that .dockerignore lets through. */
export function listContext(root) {
  const ignore = dockerignore({ ignorecase: false }).add(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const found = [];
  const look = (directory) => {
    for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
      const path = relative('.', join(directory, entry.name));
      // Nothing lets a part of these through, and there is much in them.
      if (entry.isDirectory() && !['.git', 'node_modules'].includes(entry.name)) look(path);
      else if (!entry.isDirectory() && !ignore.ignores(path)) found.push(path);
    }
  };
  look('.');
  return found.toSorted((a, b) => (a < b ? -1 : 1));
}

export function copyContext(root, files, to) {
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file), { verbatimSymlinks: true });
  }
}
