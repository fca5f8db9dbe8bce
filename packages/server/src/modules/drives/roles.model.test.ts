import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { RoleModel, roleLife } from '../../../test/roles/role-model.ts';

/** ROLE_LIVES=2000 takes some minutes. */
const lives = Number(process.env['ROLE_LIVES'] ?? 40);
/** A database gets slow with the remains of earlier lives. */
const livesInOneDrive = 250;
let drive: Drive;
let admin: TestUser;

async function begin(): Promise<void> {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  admin = await drive.createUser({ isAdmin: true });
}
beforeAll(begin);
afterAll(() => drive.close());

test(
  `[P-1511] ${lives} random lives of three users, a group and two team drives: each sees what the roles say, after every move`,
  { timeout: 3_600_000 },
  async () => {
    let lived = 0;
    await fc.assert(
      fc.asyncProperty(roleLife, async (life) => {
        if ((lived += 1) % livesInOneDrive === 0) {
          await drive.close();
          await begin();
        }
        await new RoleModel(drive, admin).live(life);
      }),
      { numRuns: lives, endOnFailure: true },
    );
  },
);
