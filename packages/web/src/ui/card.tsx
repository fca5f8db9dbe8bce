import { Fragment, useId, type ReactNode } from 'react';
import { shownName } from './shown-name.ts';

interface CardProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** A button beside the title. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** A titled part of a screen. */
export function Card({ title, description, action, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-xl border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={id} className="text-body font-semibold tracking-tight sm:text-base">
            {shownName(title)}
          </h2>
          {description !== undefined && (
            <p className="mt-0.5 max-w-prose text-dense text-pretty text-muted">{description}</p>
          )}
        </div>
        {action}
      </div>
      {children !== undefined && <div className="mt-4 [--space:2.5rem] empty:hidden">{children}</div>}
    </section>
  );
}

export type BadgeKind = 'plain' | 'good' | 'bad' | 'accent';

const badgeKinds: Record<BadgeKind, string> = {
  plain: 'bg-page text-muted',
  good: 'bg-good-page text-good',
  bad: 'bg-bad-page text-bad',
  accent: 'bg-accent-page text-accent',
};

/** A word about the state of something. */
export const Badge = ({ kind = 'plain', children }: { readonly kind?: BadgeKind; readonly children: ReactNode }) => (
  <span
    className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-caption font-semibold whitespace-nowrap ${badgeKinds[kind]}`}
  >
    {children}
  </span>
);

/** Names with their values beside them. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="mt-4 grid grid-cols-[fit-content(45%)_1fr] gap-x-6 gap-y-2 text-dense">
    {facts.map(([name, value]) => (
      <Fragment key={name}>
        <dt className="font-semibold">{name}</dt>
        <dd className="text-muted wrap-anywhere">{value}</dd>
      </Fragment>
    ))}
  </dl>
);
