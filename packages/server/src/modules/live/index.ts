/** Requests that wait for events of a tree: they are woken by events of any server, and end with their credential and their access. */
export { behindPauseMs, LiveReaders, type FindTree, type LiveReader, type WatchedTree } from './live-readers.ts';
export { Signal } from './signal.ts';
