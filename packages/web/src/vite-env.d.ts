declare module 'virtual:design-tokens.css';
declare module '*.css';

declare namespace React {
  interface InputHTMLAttributes<T> {
    /** Chooses a folder. Not in React's types. */
    webkitdirectory?: string;
  }
}
