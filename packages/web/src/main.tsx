import 'virtual:design-tokens.css';
import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { registerServiceWorker } from './installed/shared-files.ts';
import { applyTheme, readTheme } from './shell/theme.ts';

applyTheme(readTheme());
window.addEventListener('load', () => {
  registerServiceWorker();
  void import('./api/live-updates.ts').then(({ startLiveUpdates }) => startLiveUpdates());
});
const root = document.querySelector('#app');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
