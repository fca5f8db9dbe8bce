import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const prefix = '\0virtual:lucide/';
const createIcon = join(import.meta.dirname, '../src/ui/create-icon.ts');

/**
 * Provides the icons of Lucide as components: `virtual:lucide/arrow-down`. `lucide-react` has three files of each icon,
 * a quarter of all files that `npm start` installed.
 */
export function lucideIcons(): Plugin {
  const { icons } = createRequire(import.meta.url)('@iconify-json/lucide/icons.json') as {
    readonly icons: Readonly<Record<string, { readonly body: string }>>;
  };
  return {
    name: 'lucide-icons',
    resolveId: (wanted) => (wanted.startsWith(prefix.slice(1)) ? `\0${wanted}` : undefined),
    load(wanted) {
      if (!wanted.startsWith(prefix)) return undefined;
      const name = wanted.slice(prefix.length);
      const icon = icons[name];
      if (icon === undefined) return this.error(`Lucide has no icon "${name}".`);
      return `import { createIcon } from ${JSON.stringify(createIcon)};
        export default createIcon(${JSON.stringify(shapesOf(icon.body))});`;
    },
  };
}

/** The shapes of an icon without what the component sets for all of them: no fill, and the kind of line. */
function shapesOf(body: string): [tag: string, attributes: Record<string, string>][] {
  const shapes = body.matchAll(/<(path|circle|rect|ellipse|line|polyline|polygon)([^>]*?)\/?>/g);
  return Array.from(shapes, ([, tag = '', text = '']) => {
    const attributes = Array.from(text.matchAll(/ ([\w-]+)="([^"]*)"/g), ([, key = '', value = '']) => [key, value]);
    return [
      tag,
      Object.fromEntries(attributes.filter(([key = '', value]) => !key.startsWith('stroke') && value !== 'none')),
    ];
  });
}
