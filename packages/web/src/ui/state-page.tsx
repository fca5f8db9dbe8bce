import type { ReactNode } from 'react';

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
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-[8vh] text-center">
      <div className="mb-5 grid size-20 place-items-center rounded-3xl bg-accent-page text-accent">{icon}</div>
      <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
      <div className="mt-2 space-y-3 text-[0.9375rem] leading-relaxed text-muted">{children}</div>
      {actions !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
