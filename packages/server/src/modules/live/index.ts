/** Requests that wait for events of their user: they are woken by events of any server, and end with their credential. */
export { behindPauseMs, LiveReaders, type LiveReader } from './live-readers.ts';
export { Signal } from './signal.ts';
