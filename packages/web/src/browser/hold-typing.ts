/**
 * Keeps what is typed until the next field gets the keyboard, and types it there: the part of the app with the field may still be
 * on its way, and the list would take the letters for its own. Escape and a click end this.
 */
export function holdTyping(): void {
  let typed = '';
  const over = new AbortController();
  const listen = <Type extends 'keydown' | 'focusin' | 'pointerdown'>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
  ): void => addEventListener(type, listener, { capture: true, signal: over.signal });
  const end = (): void => over.abort();
  listen('pointerdown', end);
  listen('keydown', (event) => {
    if (event.key === 'Escape') return end();
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    // With AltGr, Windows reports both.
    else if (event.key.length === 1 && event.ctrlKey === event.altKey && !event.metaKey) typed += event.key;
  });
  listen('focusin', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    end();
    // The field selects a part of its text first. No other way to insert text is noticed by the field, its form and Undo.
    queueMicrotask(() => typed !== '' && document.execCommand('insertText', false, typed));
  });
}
