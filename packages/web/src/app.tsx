import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { I18nProvider } from './i18n/i18n-provider.tsx';
import { router } from './routes/router.tsx';
import { Toasts } from './ui/toasts.tsx';

export const App = () => (
  <I18nProvider>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </I18nProvider>
);
