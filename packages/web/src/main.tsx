import 'virtual:design-tokens.css';
import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadEarly } from './browser/load-early.ts';
import { applyTheme, readTheme } from './shell/theme.ts';

applyTheme(readTheme());
// No screen needs it, so it waits until the first one is complete.
loadEarly(async () => (await import('./installed/shared-files.ts')).registerServiceWorker());
window.addEventListener('load', () => {
  void import('./api/live-updates.ts').then(({ startLiveUpdates }) => startLiveUpdates());
});
const root = document.querySelector('#app');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
