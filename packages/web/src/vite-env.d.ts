declare module 'virtual:design-tokens.css';
declare module '*.css';
declare module 'virtual:pdf-parts' {
  const urls: ReadonlyMap<string, string>;
  export default urls;
}
declare module 'pdfjs-dist/build/pdf.worker.min.mjs';
declare module 'virtual:lucide/*' {
  const Icon: ReturnType<typeof import('./ui/create-icon.ts').createIcon>;
  export default Icon;
}
declare module 'virtual:texts' {
  export const en: import('./i18n/texts.ts').LanguageTexts;
  export const languages: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly direction: 'ltr' | 'rtl';
        readonly load: () => Promise<import('./i18n/texts.ts').LanguageTexts>;
      }
    >
  >;
}
declare module 'virtual:texts/all/*' {
  const texts: Readonly<Record<string, import('@drive/texts').Section>>;
  export default texts;
}

declare namespace React {
  interface InputHTMLAttributes<T> {
    /** Chooses a folder. Not in React's types. */
    webkitdirectory?: string;
  }
}
