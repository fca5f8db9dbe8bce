import { styleOf } from '../../../pages/css.ts';

/** More for pages that show what people have said. */
export const feedbackCss = styleOf(`
.talk h2{margin:0}
.talk>header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem;margin:0 0 1rem}
.talk>.actions{margin-top:1rem}
.say{margin:0 0 .25rem}
.comments{list-style:none;margin:1.25rem 0 0;padding:0}
.comments li{overflow:clip;padding:.875rem 0;border-top:1px solid var(--line)}
.comments li:last-child{padding-bottom:0}
.comments header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem;margin:0 0 .25rem}
.comments strong{font-weight:650;overflow-wrap:anywhere}
.comments time{font-size:.875rem;color:var(--muted)}
.comments p{margin:0 0 .5rem;white-space:pre-line;unicode-bidi:plaintext;text-align:start}
.comments p:last-child{margin:0}
.comments .after{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;font-size:.875rem}
.comments .after a{padding:.25rem 0}
.badge{padding:0 .4375rem;font-size:.75rem;font-weight:650;line-height:1.5;color:var(--accent);border:1px solid currentColor;border-radius:99px}
.quiet{min-height:1.75rem;padding:.125rem .25rem;margin:0 -.25rem;font:inherit;color:var(--muted);background:none;border:0;border-radius:4px;text-decoration:underline;text-underline-offset:.15em;cursor:pointer}
.quiet:hover{color:var(--bad)}
`);
