/** A drive in memory, for unit tests of applications. */
export { FakeDrive, type FakeDriveOptions, type FakedFailure, type FakedOperation } from './fake-drive.ts';
