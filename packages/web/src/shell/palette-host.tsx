import { lazy, Suspense, useEffect, useState } from 'react';
import { holdTyping } from '../browser/hold-typing.ts';
import { loadEarly } from '../browser/load-early.ts';

const Palette = lazy(loadEarly(() => import('./palette.tsx')));

/** Opens the palette with Ctrl+K, on every screen and from every field. */
export function PaletteHost() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      // The browser's own search.
      event.preventDefault();
      if (document.querySelector('[data-modal]') !== null) return;
      holdTyping();
      setIsOpen(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return <Suspense>{isOpen && <Palette onClose={() => setIsOpen(false)} />}</Suspense>;
}
