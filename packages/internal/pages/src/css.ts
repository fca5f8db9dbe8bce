import { createHash } from 'node:crypto';
import type { Instance } from '@drive/branding';
import {
  accentTokens,
  designTokens,
  fonts,
  kindColors,
  kindTint,
  motion,
  radius,
  typeScale,
} from '@drive/design-tokens';

export interface Style {
  readonly text: string;
  /** Source expression for the content security policy. */
  readonly hash: string;
}

export function styleOf(written: string): Style {
  const text = written.replaceAll('\n', '');
  return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

const downArrow = `url("data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14"/></svg>',
)}")`;

/** The colors of the kinds of files. Folders and signs have the accent. */
const kinds = (['image', 'video', 'audio', 'pdf', 'sheet', 'code', 'text', 'archive'] as const)
  .map((kind) => `.k-${kind}{color:light-dark(${kindColors[kind].join()})}`)
  .join('\n');

/** Inline, so that a page is one request. Contrast is at least 4.5 (text) and 3 (edges of controls) in both schemes. */
const rules = `
*,*::before,*::after{box-sizing:border-box}
:root{--mono:${fonts.mono};--col:28rem}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--page);color:var(--text);
font:${typeScale.body[0]}/1.5 ${fonts.sans}}
a{color:var(--accent);text-underline-offset:.15em}
a:hover{color:var(--accent-strong)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
h1{margin:0 0 .75rem;font-size:${typeScale.heading[0]};line-height:1.25;font-weight:650;letter-spacing:-.015em;overflow-wrap:anywhere}
h1,h2{text-wrap:balance}
h2{margin:1.75rem 0 .5rem;font-size:1rem;line-height:1.375;font-weight:650}
p{margin:0 0 1rem;overflow-wrap:anywhere;text-wrap:pretty}
time{white-space:nowrap}
p:last-child,p:empty{margin-bottom:0}
.muted{color:var(--muted)}
.small{font-size:.8125rem}
.skip{position:absolute;top:-999em;padding:.5rem 1rem;background:var(--card);border-radius:${radius.control}}
.skip:focus{top:.5rem}
.top{display:flex;align-items:center;gap:1rem;min-height:3.5rem;padding:.375rem 1rem;max-width:calc(var(--col) + 2rem);width:100%;margin:0 auto}
.brand{display:flex;align-items:center;gap:.5rem;margin-inline:0 auto;color:var(--text);font-weight:700;font-size:1.125rem;letter-spacing:-.015em;text-decoration:none}
.brand:hover{color:var(--text)}
.brand svg{width:1.5rem;height:1.5rem;color:var(--accent)}
.brand img{max-width:8rem;height:1.75rem;object-fit:contain}
.brand span{overflow-wrap:anywhere}
.who{display:flex;align-items:center;gap:.75rem;min-width:0;font-size:.8125rem;color:var(--muted)}
.who a{padding:.375rem 0;color:inherit;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-width:16rem}
.who .button{flex:none}
main{flex:1;width:100%;max-width:calc(var(--col) + 2rem);margin:0 auto;padding:1rem 1rem 3rem}
.wide{--col:40rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:${radius.sheet};padding:1.5rem}
.card+.card{margin-top:1rem}
.card>h2:first-child{margin-top:0}
@media(max-width:30rem){main{padding:.5rem .5rem 2rem}.card{padding:1rem}}
.below{margin:1rem 0 0;text-align:center;font-size:.875rem}
.below a{display:inline-block;padding:.125rem 0}
form{margin:0}
input{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;font-size:1rem;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:${radius.control}}
input:focus-visible{outline-offset:0;border-color:var(--accent);border-radius:${radius.control}}
input:placeholder-shown{text-overflow:ellipsis}
::placeholder{color:var(--muted);opacity:1}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1rem;font:inherit;font-weight:600;text-align:center;white-space:nowrap;text-decoration:none;
color:var(--accent-text);background:var(--accent);border:1px solid var(--accent);border-radius:${radius.control};cursor:pointer;transition:background ${motion.quick}}
.button:hover{color:var(--accent-text);background:var(--accent-strong);border-color:var(--accent-strong)}
.button:focus-visible{outline-offset:2px;border-radius:${radius.control}}
.button.plain{color:var(--text);background:transparent;border-color:var(--edge)}
.button.plain:hover{color:var(--text);background:var(--page)}
.button.slim{min-height:2.25rem;padding:.25rem .75rem;font-size:.875rem}
.button.full{width:100%;white-space:normal}
.actions{display:flex;flex-wrap:wrap;gap:.5rem}
.actions>*{flex:1 1 9rem}
.notice{margin:0 0 1rem;padding:.75rem .875rem;border-radius:${radius.control};border:1px solid var(--line);font-size:.875rem;overflow-wrap:anywhere}
.notice.bad{color:var(--bad);background:var(--bad-page);border-color:currentColor}
.notice.good{color:var(--good);background:var(--good-page);border-color:currentColor}
.kind{flex:none;fill:none;color:var(--accent);stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
${kinds}
.k-other{color:var(--muted)}
.file{display:flex;gap:.875rem;align-items:flex-start;margin:0 0 1rem}
.file>div{min-width:0;flex:1}
.file h1{margin:0 0 .125rem}
.file h1.long{font-size:1rem;line-height:1.4}
.file p{margin:0;font-size:.875rem}
.facts>span{white-space:nowrap}
.facts>span:not(:last-child)::after{content:" ·"}
.file>.kind,.calm>.kind{width:3rem;height:3rem;padding:.625rem;border-radius:${radius.card}}
.file>.kind,.calm>.kind,.entries .kind,.proofs .kind{background:color-mix(in srgb,currentColor ${kindTint * 100}%,var(--card))}
form[role=search]{display:flex;gap:.5rem}
form[role=search] input{flex:1;min-width:0}
ul.entries{list-style:none;margin:1rem 0 0;padding:0}
ul.entries li{display:flex;align-items:center;gap:.75rem;min-height:3.25rem;padding:.25rem .5rem;margin:0 -.5rem;border-top:1px solid var(--line)}
ul.entries img,ul.entries li>.kind{flex:none;width:2rem;height:2rem;border-radius:${radius.mark};object-fit:cover}
ul.entries li>.kind{padding:.375rem}
ul.entries div{flex:1;min-width:0}
ul.entries div>:first-child{unicode-bidi:plaintext;display:inline-block;max-width:100%;overflow-wrap:anywhere;line-height:1.35;padding:.125rem 0}
ul.entries a{color:inherit;font-weight:500;text-decoration:none}
ul.entries a:hover{text-decoration:underline}
small{display:block;font-size:.8125rem;line-height:1.3;color:var(--muted)}
.get{display:flex;align-items:center;justify-content:center;min-width:2.25rem;min-height:2.75rem;border-radius:${radius.control}}
.get:hover{background:var(--page)}
.get::before{content:"";flex:none;width:1.25rem;height:1.25rem;background:var(--accent);mask:${downArrow} center/contain}
.get span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media(pointer:coarse){.get{min-width:2.75rem;margin-inline:0 -.5rem}}
.empty{margin:1rem 0 0}
.trail{margin:-.25rem 0 .5rem;font-size:.875rem;line-height:1.75}
.trail ol{margin:0;padding:0;list-style:none}
.trail li{display:inline;overflow-wrap:anywhere}
.trail li+li::before{content:"/ ";color:var(--muted)}
.trail a{padding:.25rem 0}
.pages{display:flex;justify-content:space-between;align-items:center;gap:.75rem;margin-top:1rem;font-size:.875rem}
ul{margin:0 0 1rem;padding-inline:1.25rem 0}
[hidden]{display:none!important}
footer{padding:1rem;text-align:center;font-size:.8125rem;color:var(--muted)}
@media(pointer:fine){input,.button{font-size:.875rem;padding-block:.25rem}input,.button,.get{min-height:2.25rem}.button.slim{min-height:2rem}ul.entries li{min-height:2.5rem;padding:0 .5rem}
ul.entries li:hover{background:var(--page)}}
@media(min-width:40rem){ul.entries:not(.grid) div{display:flex;align-items:baseline;gap:1rem}
ul.entries:not(.grid) div>:first-child{flex:1;min-width:0}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
@media(forced-colors:active){.button{border-color:ButtonText}.get::before{background:LinkText}}
@media print{.top .who,footer,form{display:none}}
`;

/** Style of boxes to tick, which have the fill and the edge of other fields in both schemes. */
export const checkCss = `
input[type=checkbox]{appearance:none;flex:none;width:1.5rem;height:1.5rem;min-height:0;margin:0;padding:0;border-radius:${radius.mark};cursor:pointer}
input:checked{background:var(--accent);border-color:var(--accent)}
input:checked::before{content:"";display:block;width:35%;height:65%;margin:8% auto;rotate:45deg;border:solid var(--accent-text);border-width:0 3px 3px 0}
@media(forced-colors:active){input[type=checkbox]{appearance:auto}}`;

/** The further style of pages with a form or a sign. Listings, which fill their page, do without. */
const formRules = `
.field{margin:0 0 1rem}
.field label{display:block;margin:0 0 .25rem;font-size:.875rem;font-weight:600}
.field .hint{margin:.25rem 0 0;font-size:.8125rem;color:var(--muted)}
.field .wrong{margin:.25rem 0 0;font-size:.8125rem;color:var(--bad);font-weight:550}
input[aria-invalid=true]{border-color:var(--bad)}
input.code{font:600 1.375rem/1.2 var(--mono);letter-spacing:.12em;text-align:center;text-transform:uppercase}
.usercode{margin:0 0 1rem;padding:.75rem;text-align:center;font:600 1.625rem/1.2 var(--mono);letter-spacing:.1em;background:var(--page);border:1px solid var(--line);border-radius:${radius.control}}
.calm{text-align:center;padding:2.5rem 1.5rem}
.calm form{text-align:start}
.calm>.kind{display:block;margin:0 auto 1rem;width:4rem;height:4rem;padding:1rem;border-radius:${radius.sheet}}
input[type=file]{padding:.5rem}
input[type=file]::file-selector-button{margin-inline:0 .75rem;padding:.3125rem .75rem;font:inherit;font-weight:600;color:var(--text);background:var(--page);border:1px solid var(--edge);border-radius:${radius.mark}}
${checkCss}
.check{display:flex;gap:.625rem;align-items:center;min-height:1.75rem;margin:0 0 1rem}
.captcha{margin:0 0 1rem;max-width:100%;overflow-x:auto}
textarea{display:block;width:100%;padding:.5rem .75rem;font:inherit;font-size:1rem;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:${radius.control}}
@media(pointer:fine){textarea{font-size:.875rem}}
textarea:focus-visible{outline-offset:0;border-color:var(--accent);border-radius:${radius.control}}
code{font:.9em var(--mono);overflow-wrap:anywhere}
pre{margin:0 0 1rem;font-size:.8125rem;padding:.75rem .875rem;overflow-x:auto;background:var(--page);border:1px solid var(--line);border-radius:${radius.control}}
`;

const styles = new Map<string, Style>();

/** The style of all pages with the instance's accent color; with that of forms, unless the page is a listing without one. */
export function cssOf({ color }: Instance, isListing = false): Style {
  const key = `${color} ${isListing}`;
  let css = styles.get(key);
  if (css === undefined) {
    const accent = color === undefined ? [] : [accentTokens(color)];
    css = styleOf([designTokens, ...accent, rules, ...(isListing ? [] : [formRules])].join('\n'));
    styles.set(key, css);
  }
  return css;
}

/** Style of lists to choose from, for the pages that have one. */
export const selectCss = `select{text-overflow:ellipsis;width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;font-size:1rem;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:${radius.control}}@media(pointer:fine){select{min-height:2.25rem;padding-block:.25rem;font-size:.875rem}}`;

/** Style of uploads in progress, for the pages that have them. */
export const uploadsCss = `
.dropping::after{content:attr(data-drop);position:fixed;inset:.75rem;display:grid;place-items:center;padding:1rem;text-align:center;
font-size:1.25rem;font-weight:600;color:var(--accent-strong);background:var(--card);border:3px dashed var(--accent);border-radius:${radius.card};opacity:.94;pointer-events:none}
.picker{display:block;position:relative}
.pick{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;padding:.375rem;border:1px solid var(--edge);border-radius:${radius.control};background:var(--card)}
.pick>:last-child{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.pick:not([hidden])+input{position:absolute;inset:0;height:100%;opacity:0;cursor:pointer}
.picker:hover .button{background:var(--page)}
.picker:has(:focus-visible) .pick{outline:2px solid var(--accent)}
.uploads{margin:0 0 1rem;padding:0;list-style:none}
.uploads li{padding:.75rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.uploads li>a{display:block}
.uploads progress{display:block;width:100%;height:.5rem;margin:.5rem 0 0;accent-color:var(--accent)}
.uploads .link{display:flex;gap:.75rem;align-items:center;margin:.25rem 0 0}
.uploads .link a{flex:1;min-width:0}
.uploads .wrong,.uploads .done{margin:.3125rem 0 0}
.uploads .wrong{color:var(--bad)}
.uploads .done{color:var(--good)}`;
