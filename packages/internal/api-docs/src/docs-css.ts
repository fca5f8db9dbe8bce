import { styleOf } from '@drive/pages';

export const docsCss = styleOf(`
.wide{--col:90rem}
.docs pre{font:.8125rem/1.5 var(--mono);max-height:24rem;overflow:auto}
.docs a{display:inline-block;min-height:1.75rem;padding:.125rem 0;overflow-wrap:anywhere}
.docs>nav{display:flex;flex-wrap:wrap;gap:0 .25rem;margin:0 0 1rem}
.docs>nav a{min-height:2rem;padding:.25rem .5rem;font-size:.875rem;border-radius:6px}
.docs>nav a[aria-current=page]{background:var(--accent-page);color:var(--text)}
.docs .entries li{flex-wrap:wrap;gap:0 .75rem;min-height:2.75rem}
.fields{list-style:none;margin:0;padding:0;font-size:.9375rem;overflow-wrap:anywhere}
.fields li{padding:.375rem 0;border-top:1px solid var(--line)}
.fields p{margin:0}
.fields [id]>code{font-weight:700}
.fields .fields{margin:.5rem 0 0;padding-inline-start:1rem}
[id]{scroll-margin-top:1rem}
pre[aria-label=SDK],pre[aria-label=CLI],pre[aria-label=curl]{-webkit-user-select:all;user-select:all}
h3{margin:1.25rem 0 .375rem;font-size:.9375rem}
.cols{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));gap:0 2rem}
@media(min-width:56rem){
.docs{display:grid;grid-template-columns:12rem minmax(0,1fr);gap:2rem;align-items:start}
.docs>nav{position:sticky;top:1rem;flex-direction:column;flex-wrap:nowrap;max-height:calc(100vh - 2rem);overflow:auto}
}
`);
