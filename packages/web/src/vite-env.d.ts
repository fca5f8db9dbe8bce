declare module 'virtual:design-tokens.css';
declare module '*.css';
declare module 'virtual:lucide/*' {
  const Icon: ReturnType<typeof import('./ui/create-icon.ts').createIcon>;
  export default Icon;
}

declare namespace React {
  interface InputHTMLAttributes<T> {
    /** Chooses a folder. Not in React's types. */
    webkitdirectory?: string;
  }
}
