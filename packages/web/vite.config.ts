import tailwindcss from '@tailwindcss/vite';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { appTokens, designTokens } from '../internal/design-tokens/src/index.ts';
import { compressedFiles } from './build/compressed-files.ts';
import { firstRequestsScript } from './build/first-requests-script.ts';
import { firstScreenChunks } from './build/first-screen-chunks.ts';
import { languageTexts, textsChunkName } from './build/language-texts.ts';
import { lucideIcons } from './build/lucide-icons.ts';
import { pdfAliases, pdfParts } from './build/pdf-parts.ts';

const id = 'virtual:design-tokens.css';

/** Provides the design tokens as the style sheet `virtual:design-tokens.css`. */
function tokensStyle(): Plugin {
  return {
    name: 'design-tokens',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load: (wanted) => (wanted === `\0${id}` ? `${designTokens}\n${appTokens}` : undefined),
  };
}

const firstRequests = 'first-requests';
// The script of share pages, which the server renders, that of the installed app, and the one before the app.
const otherEntries = {
  'share-page': 'src/public/share-page.ts',
  'service-worker': 'src/installed/service-worker.ts',
  [firstRequests]: `src/browser/${firstRequests}.ts`,
};

export default defineConfig({
  // The path under which the server is reached is known only when it runs: assets are relative to the page's base element.
  base: './',
  resolve: { conditions: ['@drive/source', ...defaultClientConditions], alias: pdfAliases },
  worker: { format: 'es' },
  plugins: [
    tailwindcss(),
    tokensStyle(),
    lucideIcons(),
    languageTexts(),
    pdfParts(),
    firstRequestsScript(firstRequests),
    compressedFiles(),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // Only the page names what it needs. The names of what each part needs in turn would be 2 kB of the first load, and
    // most parts are loaded in advance.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    reportCompressedSize: false,
    license: false,
    // Directives of React's server components mean nothing here, and timings of plugins are no fault.
    rolldownOptions: {
      input: { index: 'index.html', ...otherEntries },
      output: {
        codeSplitting: { groups: [firstScreenChunks(import.meta.dirname, Object.values(otherEntries))] },
        chunkFileNames: ({ facadeModuleId, name }) => `assets/${textsChunkName(facadeModuleId) ?? name}-[hash].js`,
        // A service worker must keep its name and be above the pages that it serves.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
      checks: { pluginTimings: false },
      onLog: (level, log, report) => void (log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log)),
    },
  },
});
