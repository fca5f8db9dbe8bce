import { Fragment, type ReactNode } from 'react';
import { shownName } from './shown-name.ts';

/** Entries below each other, with lines between them. */
export const EntryList = ({ label, children }: { readonly label?: string; readonly children: ReactNode }) => (
  <ul aria-label={label} className="divide-y divide-line">
    {children}
  </ul>
);

interface EntryProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly badges?: ReactNode;
  readonly details?: ReactNode;
  readonly tooltip?: string | undefined;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export const Entry = ({ icon, title, badges, details, tooltip, actions, children }: EntryProps) => (
  <li className="py-3 first:pt-0 last:pb-0">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2" title={tooltip}>
      {icon !== undefined && (
        <span
          aria-hidden
          className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-lg bg-accent-page text-accent max-sm:hidden"
        >
          {icon}
        </span>
      )}
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          {shown(title)}
          {badges}
        </p>
        {details !== undefined && <p className="mt-0.5 text-small text-muted wrap-anywhere">{lineOf(details)}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">{actions}</div>
    </div>
    {children}
  </li>
);

const lineOf = (details: ReactNode): ReactNode =>
  typeof details === 'string' ? <FactLine facts={shownName(details).split(' · ')} /> : details;

/** Facts beside each other. The line breaks between them, and inside of one only if it does not fit into a line of its own. */
export const FactLine = ({ facts }: { readonly facts: readonly ReactNode[] }) =>
  facts.length === 1
    ? facts[0]
    : facts.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span className="inline-block">
            {fact}
            {index < facts.length - 1 && ' ·'}
          </span>
        </Fragment>
      ));

const shown = (content: ReactNode): ReactNode => (typeof content === 'string' ? shownName(content) : content);

interface EntryFactsProps {
  readonly facts: readonly ReactNode[];
  /** Badges, which stand before the facts. */
  readonly children?: ReactNode;
}

/**
 * Facts about an entry of a list, the most important first, on at most two lines. The last one may be cut, and badges that do not
 * fit into one line are left out.
 */
export const EntryFacts = ({ facts, children }: EntryFactsProps) => (
  <p className="line-clamp-2 wrap-anywhere text-small text-muted">
    {children !== undefined && (
      <span className="me-1.5 inline-flex max-h-5 flex-wrap gap-1.5 overflow-hidden align-bottom empty:hidden">
        {children}
      </span>
    )}
    <FactLine facts={facts} />
  </p>
);
