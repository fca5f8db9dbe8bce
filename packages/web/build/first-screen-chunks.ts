import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

/**
 * Puts what the first screen loads into one chunk of libraries and one of the app: they compress better than the many
 * small chunks that are shared with parts loaded later, and are asked for at once. Modules that another entry reaches stay
 * out of both, so that it loads no part of the app that it does not need.
 */
export function firstScreenChunks(root: string, otherEntries: readonly string[]): Rolldown.CodeSplittingGroup {
  let ofOthers: ReadonlySet<string> | undefined;
  return {
    name(id, context) {
      ofOthers ??= reachedFrom(
        otherEntries.map((entry) => resolve(root, entry)),
        context,
      );
      if (ofOthers.has(id)) return null;
      return id.includes('node_modules') ? 'libraries' : 'first-screen';
    },
    tags: ['$initial'],
    // Would add the modules that other entries reach.
    includeDependenciesRecursively: false,
  };
}

/** IDs of modules, with all that they import, also later. */
function reachedFrom(ids: readonly string[], context: Context): ReadonlySet<string> {
  const reached = new Set(ids);
  for (const id of reached) {
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) reached.add(imported);
  }
  return reached;
}
