import { useEffect, useId, useRef, useState } from 'react';
import Check from 'virtual:lucide/check';
import Copy from 'virtual:lucide/copy';
import { copyText } from '../browser/copy-text.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from './button.tsx';
import { notify } from './notices.ts';

const shownMs = 2500;

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  /** Hides the label from sight. */
  readonly isLabelHidden?: boolean;
}

/** Copies a text, and says so for a moment. `onRefused` is called if the browser does not let the page copy. */
function useCopy(value: string, onRefused: () => void) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), shownMs);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => ((await copyText(value)) ? setCopied(true) : onRefused());
  return { copied, copy: () => void copy() };
}

/** Copies a text that is not shown. */
export function CopyButton({ label, value }: { readonly label: string; readonly value: string }) {
  const { app } = useMessages();
  const { copied, copy } = useCopy(value, () => notify({ kind: 'bad', text: app.copyRefused({ text: value }) }));
  return (
    <>
      <IconButton
        type="button"
        label={label}
        icon={copied ? <Check size={18} className="text-good" /> : <Copy size={18} />}
        onClick={copy}
      />
      <span role="status" className="sr-only">
        {copied && app.copied}
      </span>
    </>
  );
}

/** A text that the user only reads and copies. If the browser does not let the page copy, the text is selected. */
export function CopyField({ label, value, isLabelHidden = false }: CopyFieldProps) {
  const { app } = useMessages();
  const id = useId();
  const text = useRef<HTMLElement>(null);
  const { copied, copy } = useCopy(value, () => {
    if (text.current !== null) window.getSelection()?.selectAllChildren(text.current);
  });
  return (
    <div>
      <p id={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 text-dense font-semibold'}>
        {label}
      </p>
      <div className="flex items-center gap-1 rounded-lg border border-line bg-page py-0.5 pe-0.5 ps-3">
        <code
          ref={text}
          aria-labelledby={id}
          className="min-w-0 flex-1 overflow-x-auto py-2 font-mono text-sm whitespace-nowrap"
          tabIndex={0}
          role="textbox"
          aria-readonly
        >
          {value}
        </code>
        <IconButton
          type="button"
          label={`${copied ? app.copied : app.copy}: ${label}`}
          icon={copied ? <Check size={18} className="text-good" /> : <Copy size={18} />}
          onClick={copy}
        />
        <span role="status" className="sr-only">
          {copied && app.copied}
        </span>
      </div>
    </div>
  );
}
