import { styleOf } from '../../../pages/css.ts';

/** Additional styles of the API reference pages. */
export const docsCss = styleOf(`
main.wide{max-width:56rem}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:.5rem 0 1rem;padding:.75rem 1rem;overflow-x:auto;background:var(--page);border:1px solid var(--line);border-radius:8px}
section.card>h2:first-child{margin-top:0}
.method{display:inline-block;min-width:4.5em;font-weight:700}
.address{overflow-wrap:anywhere}
.calls{list-style:none;margin:0;padding:0}
.calls li{display:grid;grid-template-columns:minmax(0,1fr);padding:.375rem 0;border-top:1px solid var(--line)}
@media(min-width:44rem){.calls li{grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1rem}}
.fields{list-style:none;margin:0;padding:0;font-size:.9375rem}
.fields li{display:grid;grid-template-columns:minmax(0,1fr);padding:.375rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
@media(min-width:44rem){.fields li{grid-template-columns:minmax(0,4fr) minmax(0,3fr) minmax(0,6fr);gap:1rem}}
summary{cursor:pointer;font-weight:600;padding:.25rem 0}
h3{margin:1.25rem 0 .25rem;font-size:.9375rem}
main a{display:inline-block;min-height:1.75rem;padding:.125rem 0}
nav.tags{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0 0 1.25rem}
`);
