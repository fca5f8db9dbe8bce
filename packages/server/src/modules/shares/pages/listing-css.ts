import { checkCss, type Style, styleOf } from '@drive/pages';

/** Of every listing: the line above the entries, and the bar of a selection. */
const common = `
.wide{--col:64rem}
.cover{flex:none;width:6rem;height:6rem;object-fit:cover;border-radius:12px;background:var(--page)}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;margin:1rem 0 -.5rem}
.bar form{flex:1 1 14rem;max-width:26rem}
@media(max-width:40rem){.bar form{flex-basis:100%;max-width:none}}
.tools,.tools nav{display:flex;flex-wrap:wrap;align-items:center}
.tools{flex:1 0 auto;max-width:calc(100% + 1rem);gap:0 .25rem;margin:0 -.5rem;font-size:.8125rem}
.tools nav{margin-inline-end:auto}
.tools nav span{display:none}
.views{display:flex;gap:.5rem;padding-inline:.5rem}
.views .button{min-height:2.25rem}
@media(min-width:40rem){.actions>*{flex:none}.tools nav span{display:block;color:var(--muted)}.bar form+.tools nav{margin-inline:auto 0}ul.entries li>div:last-child{margin-inline-end:3rem}}
.tools nav a{display:flex;align-items:center;gap:.375rem;min-height:2.75rem;padding:0 .5rem;font-weight:500;color:var(--muted);text-decoration:none;border-radius:8px}
@media(pointer:fine){.tools nav a{min-height:2.25rem}}
.tools a:hover{color:var(--text)}
.tools [aria-current]{color:var(--text);font-weight:600}
.tools [aria-current]::after{content:"";border:.3em solid transparent;border-top:.4em solid;border-bottom:0}
.tools .up::after{rotate:180deg}
@media(hover:hover){ul.entries .get{opacity:0}ul.entries li:hover .get,ul.entries .get:focus-visible{opacity:1}}`;

const selection = `${checkCss}
.entries li{position:relative}
.entries label{cursor:pointer}
.entries label::after{content:"";position:absolute;inset:0}
.entries input[type]{position:relative;z-index:1;margin:0 .5rem}
form:has(.entries){counter-reset:chosen}
.entries :checked{counter-increment:chosen}
.tally{position:sticky;bottom:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .75rem;margin:1.25rem -1.5rem -1.5rem;padding:.75rem 1.5rem;background:var(--card);border-top:1px solid var(--line);border-radius:0 0 1rem 1rem}
.tally span{flex:1;white-space:nowrap}
@media(max-width:30rem){.tally{margin-inline:-1rem;padding-inline:1rem}.tally>button{flex:1 1 100%}}
.chosen::before{content:counter(chosen)}`;

/** Rows of one height, each filled by thumbnails in their own aspect; \`width\` and \`height\` of an image reserve its place. */
const grid = `
ul.grid{display:flex;flex-wrap:wrap;gap:.75rem .5rem;margin-top:1.25rem}
ul.grid::after{content:"";flex:999 0 0}
ul.grid li,ul.grid li:last-child{position:relative;display:flex;flex-direction:column;flex:1 0 auto;gap:.25rem;min-width:7rem;max-width:100%;min-height:0;margin:0;padding:0;border:0;background:none!important}
ul.grid img,ul.grid li>.kind{width:auto;min-width:100%;max-width:100%;height:11rem}
ul.grid img:not([width]),ul.grid li>.kind{aspect-ratio:1}
ul.grid img,ul.grid li>.kind{border-radius:8px}ul.grid li>.kind{padding:4rem}
ul.grid div{flex:none;width:0;min-width:100%;font-size:.8125rem}
ul.grid div>:first-child{display:block;min-height:1.5rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--text);text-decoration:none}
ul.grid small{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:.75rem}
ul.grid div>a::after{content:"";position:absolute;inset:0}
ul.grid div>a:hover{text-decoration:underline}
ul.grid .get,ul.grid input[type]{position:absolute;top:.375rem;inset-inline-end:.375rem;margin:0}
ul.grid .get{top:0;inset-inline-end:0;width:2.75rem;min-height:2.75rem;border:.5rem solid transparent;border-radius:50%;background:color-mix(in srgb,var(--card) 75%,transparent) padding-box}
ul.grid .get::before{width:1rem;height:1rem}
ul.grid li:has(:checked)>:first-child{outline:3px solid var(--accent);outline-offset:-3px}
@media(max-width:40rem){ul.grid img,ul.grid li>.kind{height:min(8rem,(100vw - 3.75rem)/3)}ul.grid li>.kind{padding:2rem}ul.grid li,ul.grid li:last-child{min-width:6rem}}`;

const styles = new Map<string, Style>();

/** The style of a listing with that of what the page has besides. */
export function listingStyleOf(
  { layout, isSelecting }: { readonly layout: 'grid' | 'list'; readonly isSelecting: boolean },
  more?: Style,
): Style {
  const text = [common, isSelecting ? selection : '', layout === 'grid' ? grid : '', more?.text ?? ''].join('');
  let style = styles.get(text);
  if (style === undefined) styles.set(text, (style = styleOf(text)));
  return style;
}
