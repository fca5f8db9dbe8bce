// Next.js has this in next-env.d.ts.
declare module '*.css';
