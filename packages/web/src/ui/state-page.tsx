import { lazy, Suspense, type ReactNode } from 'react';
import { loadEarly } from '../browser/load-early.ts';

// Not in the first load, which most often shows a list.
const Sheets = lazy(loadEarly(() => import('./sheets.tsx')));

interface StatePageProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons that lead on. */
  readonly actions?: ReactNode;
}

/** Takes the place of a list that is empty or cannot be shown: says why, and what to do. */
export function StatePage({ icon, title, children, actions }: StatePageProps) {
  return (
    <div className="mx-auto flex max-w-md animate-appear flex-col items-center px-6 py-(--space,8vh) text-center">
      <div className="relative mb-6 h-32 w-50 text-accent">
        <Suspense>
          <Sheets />
        </Suspense>
        <div className="absolute inset-x-0 bottom-0 mx-auto grid size-16 place-items-center rounded-2xl bg-accent-page shadow-pop">
          {icon}
        </div>
      </div>
      <h2 className="text-title font-semibold tracking-tight">{title}</h2>
      <div className="mt-1.5 space-y-3 text-body text-muted">{children}</div>
      {actions !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
