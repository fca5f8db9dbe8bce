import { styleOf } from '@drive/pages';

const lens = `url("data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.75" stroke-linecap="round"><path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20M10.5 8v5M8 10.5h5"/></svg>',
)}")`;

export const proofingCss = styleOf(`
.wide{--col:64rem}
form{counter-reset:chosen}
.proofs{min-width:0;margin:0 0 1rem;padding:0;border:0}
.proofs legend{padding:0;font-weight:600}
.proofs ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.75rem;margin:.5rem 0 0;padding:0;list-style:none}
.proofs li{position:relative;overflow:hidden;border:1px solid var(--line);border-radius:12px}
.proofs li:has(:checked){border-color:var(--accent);background:var(--accent-page);box-shadow:0 0 0 1px var(--accent)}
.proofs label{display:block;height:100%;cursor:pointer;overflow-wrap:anywhere}
.proofs label>img,.proofs label>.kind{display:block;width:100%;aspect-ratio:4/3;object-fit:cover}
.proofs label>.kind{padding:24%}
.proofs .check{align-items:flex-start;min-height:0;margin:.625rem .75rem .125rem;line-height:1.35}
.proofs .check>span{font-weight:500;min-width:0;unicode-bidi:plaintext}
.proofs small{padding:0 0 .625rem;padding-inline:2.875rem .75rem}
.look{position:absolute;top:0;inset-inline-end:0;display:flex;align-items:center;justify-content:center;width:2.75rem;height:2.75rem;border:.5rem solid transparent;border-radius:50%;background:color-mix(in srgb,var(--card) 75%,transparent) padding-box}
@media(hover:hover){.look{opacity:0}li:hover .look,.look:focus-visible{opacity:1}}
.look::before{content:"";width:1rem;height:1rem;background:var(--text);mask:${lens} center/contain}
.look span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.steps{display:none;justify-content:space-between;align-items:center;margin:0}
.steps a{display:flex;align-items:center;min-height:2.75rem;padding:0 .5rem}
.proofs li:target{position:fixed;inset:0;z-index:2;display:flex;flex-direction:column;padding:.75rem;background:var(--page);border:0;border-radius:0;box-shadow:none}
.proofs li:target label{flex:1;min-height:0;display:flex;flex-direction:column;height:auto}
.proofs li:target label>img,.proofs li:target label>.kind{flex:1;min-height:0;aspect-ratio:auto;object-fit:contain}
.proofs li:target label>.kind{padding:20%}
.proofs li:target .check{justify-content:center;font-size:1.125rem;margin:.75rem 0 0}
.proofs li:target small,li:target .look{display:none}
.proofs li:target .steps{display:flex}
.proofs input:checked{counter-increment:chosen}
.tally{position:sticky;bottom:0;display:flex;align-items:center;justify-content:space-between;gap:.75rem;margin:0 -1.5rem 1.25rem;padding:.625rem 1.5rem;font-size:.875rem;background:var(--card);border:solid var(--line);border-width:1px 0}
.chosen::before{content:counter(chosen)}
@media(max-width:30rem){.tally{margin-inline:-1rem;padding-inline:1rem}}
@media(min-width:48rem){.proofs ul{grid-template-columns:repeat(auto-fill,minmax(12rem,1fr));gap:1rem}}
#send{max-width:36rem;scroll-margin-top:1rem}
`);
