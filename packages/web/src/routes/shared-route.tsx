import { Suspense } from 'react';
import { SharesView } from '../shared/shares-view.tsx';

export const SharedRoute = () => (
  <Suspense>
    <SharesView />
  </Suspense>
);
