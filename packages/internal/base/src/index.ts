export { createBaseUrl, type BaseUrl } from './base-url.ts';
export { BoundedMap } from './bounded-map.ts';
export {
  createFollowingClock,
  dayMs,
  hourMs,
  isoTime,
  minuteMs,
  optionalIsoTime,
  secondMs,
  systemClock,
  type Clock,
  type FollowingClock,
} from './clock.ts';
export { DomainError, isDomainError, messageOf, type DomainErrorOptions, type Issue } from './domain-error.ts';
export { makeDurableDirectory, makeDurableFile, syncDirectory } from './durable-directory.ts';
export { Gatherer, KeyedGatherer, type GatherOptions, type KeyedGatherOptions } from './gather.ts';
export { inTime } from './in-time.ts';
export type { Log, LogFields, LogLevel } from './log.ts';
export { createLog, openLogFile, type LogOptions } from './log-writer.ts';
export { nearestWord } from './nearest-word.ts';
export {
  keysOfCursor,
  paginationOf,
  readAll,
  readPage,
  toCursor,
  type PageRequest,
  type PageSlice,
  type Pagination,
  type SortKeys,
} from './paging.ts';
export { systemRandom, type Random } from './random.ts';
export { createSecrets, findSigned, type Secrets } from './secrets.ts';
export { storageFaultOf, type StorageFault } from './storage-fault.ts';
export { TurnQueue } from './turn-queue.ts';
