import { Suspense, useId, useRef, useState, type ReactNode } from 'react';
import ChevronDown from 'virtual:lucide/chevron-down';
import { Button } from '../ui/button.tsx';

interface FoldedProps {
  readonly title: string;
  /** Shown while it is folded. */
  readonly summary?: (open: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** A part of a dialog that is shown when it is asked for. */
export function Folded({ title, summary, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  return (
    <div>
      {!isOpen &&
        summary?.(() => {
          setIsOpen(true);
          // What was pressed in the summary is gone.
          toggle.current?.focus();
        })}
      <Button
        ref={toggle}
        type="button"
        kind="ghost"
        className="-ms-4"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronDown size={18} aria-hidden className={isOpen ? 'rotate-180' : ''} />
        {title}
      </Button>
      <div id={id} hidden={!isOpen} className="pt-2">
        {isOpen && <Suspense>{children}</Suspense>}
      </div>
    </div>
  );
}
