/**
 * Colors and sizes are variables. The defaults are light or dark as the visitor prefers, on a background of their own, so that they can be
 * read on every page. Bundlers that replace `light-dark()` for older browsers need `color-scheme` beside it. Directions are logical, for
 * both ways of writing.
 */
export const styles = `
.drive-upload, .drive-files {
  --_accent: var(--drive-accent, light-dark(#1d4ed8, #93b4ff));
  --_text: var(--drive-text, light-dark(#1c1c1c, #f2f2f2));
  --_muted: var(--drive-muted, light-dark(#595959, #b3b3b3));
  --_surface: var(--drive-surface, light-dark(#fff, #1c1c1c));
  --_border: var(--drive-border, light-dark(#8a8a8a, #7d7d7d));
  --_danger: var(--drive-danger, light-dark(#b42318, #ff9b90));
  --_radius: var(--drive-radius, 0.5rem);
  background: var(--_surface);
  color-scheme: light dark;
  border-radius: var(--_radius);
  color: var(--_text);
  font: var(--drive-font, 1rem/1.5 system-ui, sans-serif);
}
.drive-upload *, .drive-files * { box-sizing: border-box; }
.drive-upload__zone {
  align-items: center;
  border: 2px dashed var(--_border);
  border-radius: var(--_radius);
  display: flex;
  flex-direction: column;
  gap: 0.5rem;
  padding: 1.5rem;
  text-align: center;
}
.drive-upload__zone[data-over='true'] { border-color: var(--_accent); border-style: solid; }
.drive-upload button, .drive-files button {
  background: transparent;
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  color: inherit;
  cursor: pointer;
  font: inherit;
  min-block-size: 2.75rem;
  padding: 0.375rem 0.875rem;
}
.drive-upload button:focus-visible, .drive-files button:focus-visible {
  outline: 3px solid var(--_accent);
  outline-offset: 2px;
}
.drive-upload button:disabled { cursor: default; opacity: 0.6; }
.drive-upload button.drive-upload__choose {
  background: var(--_accent);
  border-color: var(--_accent);
  color: var(--drive-on-accent, light-dark(#fff, #10131a));
}
.drive-upload__hint { color: var(--_muted); margin: 0; }
.drive-upload__list, .drive-files__list { list-style: none; margin: 0.75rem 0 0; padding: 0; }
.drive-upload__item {
  align-items: center;
  border-block-end: 1px solid var(--_border);
  display: grid;
  gap: 0.25rem 0.75rem;
  grid-template-columns: 1fr auto;
  padding: 0.5rem;
}
.drive-upload__name, .drive-files__name { overflow-wrap: anywhere; text-align: -webkit-match-parent; text-align: match-parent; }
.drive-upload__actions { display: flex; gap: 0.5rem; grid-column: 2; grid-row: 1 / span 2; }
.drive-upload__item progress { accent-color: var(--_accent); grid-column: 1; inline-size: 100%; }
.drive-upload__detail { color: var(--_muted); font-size: 0.875em; grid-column: 1; margin: 0; }
.drive-upload__item[data-status='failed'] .drive-upload__detail, .drive-files__error { color: var(--_danger); }
.drive-upload__status, .drive-files__status {
  block-size: 1px;
  clip-path: inset(50%);
  inline-size: 1px;
  overflow: hidden;
  position: absolute;
  white-space: nowrap;
}
.drive-files__path { display: flex; flex-wrap: wrap; gap: 0.25rem; list-style: none; margin: 0; padding: 0; }
.drive-files__path li + li::before { content: '/'; margin-inline-end: 0.25rem; }
.drive-files__item { border-block-end: 1px solid var(--_border); }
.drive-files button.drive-files__open {
  align-items: baseline;
  border-color: transparent;
  display: flex;
  gap: 1rem;
  inline-size: 100%;
  justify-content: space-between;
  text-align: start;
}
.drive-files__detail { color: var(--_muted); font-size: 0.875em; white-space: nowrap; }
`;
