import type { ContentKind } from '@drive/contract';

const sheet = 'M6 3h8l5 5v12.5a.5.5 0 0 1-.5.5h-12a.5.5 0 0 1-.5-.5zM14 3v5h5';
const lines = 'M9 12.5h7M9 15.5h7M9 18h4';

const strokes: Record<ContentKind, string> = {
  folder: 'M3 7.5V19a1 1 0 0 0 1 1h16a1 1 0 0 0 1-1V8.5a1 1 0 0 0-1-1h-8.5L9.5 5H4a1 1 0 0 0-1 1z',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.5h.01',
  video: 'M3 6h18v12H3zM10 9.5v5l4.5-2.5z',
  audio: 'M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0',
  pdf: sheet + lines,
  text: sheet + lines,
  archive: `${sheet}M10 3v2M10 7v2M10 11v2M8.5 15h3v3.5h-3z`,
  other: sheet,
};

/** What kind of file it is, to the eye; the words beside it say it to everybody else. */
export function KindIcon({ kind }: { kind: ContentKind }) {
  return (
    <svg class="kind" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={strokes[kind]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
