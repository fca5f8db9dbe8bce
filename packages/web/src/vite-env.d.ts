declare module 'virtual:design-tokens.css';
declare module '*.css';
