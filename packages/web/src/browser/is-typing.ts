/** Whether a key belongs to a text field, so that it is no shortcut. The field may be in a shadow root, as that of the editor. */
export function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  );
}

/** Whether a key or a command of the clipboard is for the screen: nothing else has taken it, and no dialog covers the screen. */
export const isForScreen = (event: Event): boolean =>
  !event.defaultPrevented && !isTyping(event) && document.querySelector('[data-modal]') === null;
