import type { ContentKind } from '@drive/contract';

export { shownKind } from '@drive/design-tokens';

export type IconName = ContentKind | 'sheet' | 'code' | 'lock' | 'closed' | 'inbox' | 'choice';

const paper = 'M6 3h8l5 5v12.5a.5.5 0 0 1-.5.5h-12a.5.5 0 0 1-.5-.5zM14 3v5h5';
const lines = 'M9 12.5h7M9 15.5h7M9 18h4';

const strokes: Record<IconName, string> = {
  folder: 'M3 7.5V19a1 1 0 0 0 1 1h16a1 1 0 0 0 1-1V8.5a1 1 0 0 0-1-1h-8.5L9.5 5H4a1 1 0 0 0-1 1z',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.5h.01',
  video: 'M3 6h18v12H3zM10 9.5v5l4.5-2.5z',
  audio: 'M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0',
  pdf: paper + lines,
  sheet: `${paper}M8.5 12.5h7V18h-7zM12 12.5V18M8.5 15.25h7`,
  code: `${paper}M10.5 12.5 8.5 15l2 2.5M13.5 12.5l2 2.5-2 2.5`,
  text: paper + lines,
  archive: `${paper}M10 3v2M10 7v2M10 11v2M8.5 15h3v3.5h-3z`,
  other: paper,
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  inbox: 'M12 3v9.5m-3.5-3.5L12 12.5 15.5 9M4 13l2-6h1.5M20 13l-2-6h-1.5M4 13v6.5h16V13h-5a3 3 0 0 1-6 0z',
  choice: 'M4 5h6v6H4zM4 14h6v6H4zM14 8l2 2 4.5-4.5M14 17l2 2 4.5-4.5',
  closed: 'M9.5 14.5l5-5M8 11l-2 2a3.5 3.5 0 0 0 5 5l2-2M16 13l2-2a3.5 3.5 0 0 0-5-5l-2 2M4 4l16 16',
};

/** Icon of a kind of file. It is hidden from screen readers: the text beside it names the kind. */
export function KindIcon({ kind }: { kind: IconName }) {
  return (
    <svg class={`kind k-${kind}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={strokes[kind]} />
    </svg>
  );
}

export function SmallIcon({ name }: { name: IconName }) {
  return (
    <svg class={`kind k-${name}`} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

export function IconDrawings({ names }: { names: Iterable<IconName> }) {
  return (
    <svg hidden>
      {[...new Set(names)].map((name) => (
        <symbol id={`icon-${name}`} viewBox="0 0 24 24">
          <path d={strokes[name]} />
        </symbol>
      ))}
    </svg>
  );
}
