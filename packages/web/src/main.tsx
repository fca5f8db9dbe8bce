import 'virtual:design-tokens.css';
import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { attachOnceLoaded, loadEarly, noteScreenShown } from './browser/load-early.ts';
import { I18nProvider } from './i18n/i18n-provider.tsx';
import { router } from './routes/router.tsx';
import { applyTheme, readTheme } from './shell/theme.ts';
import { Toasts } from './ui/toasts.tsx';

const App = () => (
  <I18nProvider>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </I18nProvider>
);

applyTheme(readTheme());
// A list is shown when its rows are; every other screen when it is.
const isList = /^\/(?:files|search|starred|recent)(?:\/|$)/;
router.subscribe('onRendered', ({ toLocation }) => {
  if (!isList.test(toLocation.pathname)) noteScreenShown();
});
// No screen needs it, so it waits until the first one is complete.
loadEarly(async () => (await import('./installed/shared-files.ts')).registerServiceWorker());
// What others change meanwhile is shown after the first screen.
attachOnceLoaded(
  () => import('./api/live-updates.ts'),
  ({ startLiveUpdates }) => {
    startLiveUpdates();
    return () => {};
  },
);
const root = document.querySelector('#app');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
