/** Sheets of paper behind the icon, in tones of the text color. */
export default function Sheets() {
  return (
    <svg viewBox="0 0 176 112" aria-hidden className="size-full fill-card stroke-current stroke-[1.5]">
      <ellipse cx="88" cy="102" rx="76" ry="8" stroke="none" className="fill-current opacity-8" />
      <g strokeLinecap="round" strokeLinejoin="round">
        <path d="M38 24l50-12 14 58-50 12z" className="fill-accent-page stroke-current/30" />
        <path d="M52 38l30-7M55 50l30-7M58 62l20-5" className="stroke-current/30" />
        <path d="M84 20l36 6 13 18-8 44-52-9z" className="stroke-current/50" />
        <path d="M120 26l-3 15 16 3" className="stroke-current/50" />
        <path d="M88 44l18 3M86 56l34 6M84 68l34 6" className="stroke-current/30" />
        <path d="M22 60h10m-5-5v10M150 22h8m-4-4v8M146 74l6 6m0-6l-6 6" className="stroke-current/60" />
      </g>
    </svg>
  );
}
