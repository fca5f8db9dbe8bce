// Lets Node import modules of the server whose folder also has pages: Node strips types from a .ts file, but cannot load JSX.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    const path = fileURLToPath(url);
    const jsx = { runtime: 'automatic', importSource: 'hono/jsx' } as const;
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), { jsx });
    if (errors.length > 0) throw new Error(`${path} can't be read as JSX`, { cause: errors });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
