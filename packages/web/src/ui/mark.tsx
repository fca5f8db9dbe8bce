const logoUrl = document.querySelector<HTMLMetaElement>('meta[name="instance-logo"]')?.content;

/** The logo of this drive, or the product's mark: a folder with an arrow into it. */
export const Mark = () =>
  logoUrl === undefined ? (
    <ProductMark />
  ) : (
    <img src={logoUrl} alt="" className="h-7 max-w-24 shrink-0 object-contain" />
  );

const ProductMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-7 shrink-0 text-accent">
    <path
      fill="currentColor"
      d="M3 7.5A2.5 2.5 0 0 1 5.5 5h3.6l2 2.2h7.4A2.5 2.5 0 0 1 21 9.7v7.8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 17.5z"
    />
    <path
      className="fill-none stroke-card"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      d="M12 17v-6m-2.6 2.4L12 10.8l2.6 2.6"
    />
  </svg>
);
