import type { Plugin } from 'vite';

/**
 * Puts an entry at the beginning of the page as a script of its own, which runs as soon as it arrives: Vite would join all
 * scripts of the page to one.
 */
export function firstRequestsScript(entry: string): Plugin {
  return {
    name: 'first-requests-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (each) => each.type === 'chunk' && each.isEntry && each.name === entry,
        );
        if (chunk === undefined) throw new Error(`the build has no entry ${entry}`);
        const attrs = { type: 'module', async: true, crossorigin: true, src: `./${chunk.fileName}` };
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
