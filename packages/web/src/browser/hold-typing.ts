/**
 * Keeps what is typed until the next field gets the keyboard, and types it there: the part of the app with the field may still be
 * on its way, and the list would take the letters for its own. Escape and a click end this. Shortcuts, such as the one that loads the
 * page again, are left to the browser.
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
    // With AltGr, Windows reports both.
    const isShortcut = event.metaKey || event.ctrlKey !== event.altKey;
    if (isShortcut || /^F\d/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
  });
  listen('focusin', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    end();
    // The field selects a part of its text first. No other way to insert text is noticed by the field, its form and Undo.
    queueMicrotask(() => typed !== '' && document.execCommand('insertText', false, typed));
  });
}
