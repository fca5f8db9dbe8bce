import { selectCss, styleOf } from '@drive/pages';

export const pasteCss = styleOf(`
.wide{--col:64rem}
.paste{display:flex;margin:0 0 1rem;max-height:80vh;overflow:auto;background:var(--page);border:1px solid var(--line);border-radius:8px}
.paste pre{margin:0;padding:.75rem .875rem;overflow:visible;background:none;border:0;border-radius:0;font:.875rem/1.5 var(--mono);tab-size:4}
.paste .numbers{position:sticky;inset-inline-start:0;flex:none;padding-inline-end:.75rem;text-align:end;color:var(--muted);background:var(--page);border-inline-end:1px solid var(--line);user-select:none;-webkit-user-select:none}
.paste .text{flex:1;unicode-bidi:plaintext}
textarea.source{min-height:18rem;font:.875rem/1.5 var(--mono);tab-size:4;white-space:pre;overflow:auto}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:0 1rem}
${selectCss}
.linkline a{display:block;padding:.375rem .875rem}
.linkline{margin:0 0 1rem;padding:.25rem 0;background:var(--page);border:1px solid var(--line);border-radius:8px;overflow-wrap:anywhere}
details{margin:0 0 1rem}
summary{padding:.5rem 0;cursor:pointer;color:var(--muted)}
@media(max-width:24rem){.paste .numbers{padding-inline-start:.5rem;padding-inline-end:.5rem}}
@media print{.paste{max-height:none;overflow:visible}.paste pre{white-space:pre-wrap}}
`);
