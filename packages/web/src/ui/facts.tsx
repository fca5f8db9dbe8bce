import { Fragment, type ReactNode } from 'react';

interface FactsProps {
  readonly facts: readonly string[];
  /** Badges, which stand before the facts. */
  readonly children?: ReactNode;
}

/** Facts about an entry of a list, the most important first, on at most two lines. The last one may be cut. */
export const Facts = ({ facts, children }: FactsProps) => (
  <p className="line-clamp-2 wrap-anywhere text-small text-muted">
    {children !== undefined && <span className="me-1.5 inline-flex flex-wrap gap-1.5 empty:hidden">{children}</span>}
    {facts.map((fact, index) => {
      const isLast = index === facts.length - 1;
      return (
        <Fragment key={fact}>
          <span className={isLast ? '' : 'whitespace-nowrap'}>{isLast ? fact : `${fact} ·`}</span>
          {!isLast && ' '}
        </Fragment>
      );
    })}
  </p>
);
