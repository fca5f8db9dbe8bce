export { FairQueues, type Allocation, type FairQueuesOptions, type Queue } from './fair-queues.ts';
export { Pacer } from './pacer.ts';
export { Timer } from './timer.ts';
export { TimerHeap } from './timer-heap.ts';
