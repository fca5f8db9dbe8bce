import { Suspense, useContext, useId, useRef, useState, type ReactNode } from 'react';
import ChevronDown from 'virtual:lucide/chevron-down';
import { Button } from '../ui/button.tsx';
import { sendAll, UnsavedForms } from './unsaved-forms.ts';

interface FoldedProps {
  readonly title: string;
  /** Shown while it is folded. */
  readonly summary?: (open: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** A part of a dialog that is shown when it is asked for, and folded once what is typed is saved. */
export function Folded({ title, summary, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const unsaved = useContext(UnsavedForms);
  const change = async (): Promise<void> => {
    if (!isOpen || (await sendAll(unsaved))) setIsOpen(!isOpen);
  };
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
        onClick={() => void change()}
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
