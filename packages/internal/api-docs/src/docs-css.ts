import { styleOf } from '@drive/pages';

export const docsCss = styleOf(`
.top{max-width:92rem}
main.wide{max-width:92rem;padding-top:1rem}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:0;padding:.75rem 1rem;max-height:24rem;overflow:auto;background:var(--page);border:1px solid var(--line);border-radius:8px}
.docs li>a,.docs p>a{display:inline-block;min-height:1.75rem;padding:.125rem 0}
.docs>nav{margin:0 0 1.5rem}
.docs>nav ul{list-style:none;margin:0;padding:0}
.docs>nav li>a{display:flex;gap:.5rem;align-items:center;min-height:2.75rem;padding:.25rem .5rem;line-height:1.3;color:var(--text);text-decoration:none;border-radius:6px;font-size:.875rem}
.docs>nav li a:hover{background:var(--card)}
.docs>nav a[aria-current=page]{background:var(--accent-page);color:var(--text)}
.docs>nav .method{min-width:3.75em;font-size:.6875rem}
summary{display:list-item;cursor:pointer;font-weight:600;padding:.625rem 0;min-height:2.75rem}
.search{display:flex;gap:.5rem;margin:0 0 .5rem}
.search input{min-width:0}
.method{flex:none;font:700 .8125em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--accent)}
.method.DELETE{color:var(--bad)}
.method.POST,.method.PUT,.method.PATCH{color:var(--good)}
.address{overflow-wrap:anywhere}
.calls{list-style:none;margin:0;padding:0}
.calls li{display:grid;grid-template-columns:minmax(0,1fr);padding:.375rem 0;border-top:1px solid var(--line)}
.docs .calls a{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:center;min-height:2.75rem}
.fields{list-style:none;margin:0;padding:0;font-size:.9375rem}
.fields li{padding:.5rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.fields .muted{margin-left:.5rem;font-size:.875rem}
.fields p{margin:.125rem 0 0}
section.card{scroll-margin-top:1rem}
section.card>h2:first-child{margin-top:0;font-size:1.25rem}
h3{margin:1.25rem 0 .375rem;font-size:.9375rem}
.cols{display:grid;grid-template-columns:minmax(0,1fr);gap:0 2rem}
.samples{border:0;margin:0;padding:0;min-width:0}
.samples legend{padding:0;margin:1.25rem 0 .375rem;font-weight:700;font-size:.9375rem}
.langs{display:flex;flex-wrap:wrap;gap:.25rem;margin:0 0 .5rem}
.langs label{position:relative;display:flex;align-items:center;min-height:2.75rem;padding:0 .875rem;font-size:.875rem;font-weight:600;border:1px solid var(--edge);border-radius:8px;cursor:pointer}
.langs input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.langs label:has(:checked){color:var(--accent-text);background:var(--accent);border-color:var(--accent)}
.langs label:focus-within{outline:2px solid var(--accent);outline-offset:2px}
.samples:has(input[value=SDK]:checked) .code:not([data-lang=SDK]),.samples:has(input[value=CLI]:checked) .code:not([data-lang=CLI]),.samples:has(input[value=curl]:checked) .code:not([data-lang=curl]){display:none}
.code{position:relative}
.code .copy{position:absolute;right:0;bottom:calc(100% + .25rem);min-height:2.75rem;padding:.25rem .75rem;font-size:.8125rem}
h3:has(+.code){padding-right:5rem;margin-top:1.75rem}
.try form{padding:.25rem 0 0}
.try textarea{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.try pre{margin-top:.75rem}
@media(min-width:56rem){
.calls li{grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1rem;align-items:center}
.docs{display:grid;grid-template-columns:18rem minmax(0,1fr);gap:2rem;align-items:start}
.docs>nav{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;margin:0;padding:2px}
}
@media(min-width:76rem){.cols{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
`);
