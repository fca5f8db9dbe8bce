const shape =
  'M3 7.5A2.5 2.5 0 0 1 5.5 5h3.6l2 2.2h7.4A2.5 2.5 0 0 1 21 9.7v7.8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 17.5z';
const arrow = 'M12 17v-6m-2.6 2.4L12 10.8l2.6 2.6';

/** The product's mark: a folder that takes something in. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path fill="currentColor" d={shape} />
      <path
        fill="none"
        stroke="var(--card)"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
        d={arrow}
      />
    </svg>
  );
}

/** The same as the tab's icon, within the page so that it costs no request. */
export const iconAddress = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#2f7fd6" d="${shape}"/><path fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" d="${arrow}"/></svg>`,
)}`;
