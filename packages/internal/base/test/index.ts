export { createTestClock, type TestClock } from './manual-clock.ts';
