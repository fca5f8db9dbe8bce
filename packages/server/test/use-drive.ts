import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startDrive, type Drive, type TestUser } from './drive.ts';
import { sharedApi, type SharedApi } from './shared.ts';

/** The server of the current test. A test file calls `driveForEachTest` or `driveForAllTests` once, at its top level. */
export let drive: Drive;
/** A new user for each test. */
export let user: TestUser;
/** API calls of that user. */
export let mine: SharedApi;

async function createUser(): Promise<void> {
  user = await drive.createUser();
  mine = sharedApi(drive, user);
}

/** Starts a server and creates a user before each test. */
export function driveForEachTest(start: () => Promise<Drive> = startDrive): void {
  beforeEach(async () => {
    drive = await start();
    await createUser();
  });
  afterEach(() => drive.close());
}

/** Starts one server for the file, and creates a user before each test. */
export function driveForAllTests(start: () => Promise<Drive> = startDrive): void {
  beforeAll(async () => {
    drive = await start();
  });
  afterAll(() => drive.close());
  beforeEach(createUser);
}

/** Returns a function that reads the types of the events since its call before, of any user, in order. */
export function newEventTypes(): () => Promise<string[]> {
  let last = 0;
  return async () => {
    const rows = await drive.database.reader
      .selectFrom('events')
      .select(['row_id', 'type'])
      .where('row_id', '>', last)
      .orderBy('row_id')
      .execute();
    last = rows.at(-1)?.row_id ?? last;
    return rows.map(({ type }) => type);
  };
}
