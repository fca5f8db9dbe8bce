import { writeFileSync } from 'node:fs';

/**
 * A vitest reporter whose one line other programs can read: `tests: 4 passed, 0 failed, 0 skipped`. Under scripts/check.mjs it
 * goes into a file, because there it is to come last, after the checks that follow the tests.
 */
export default class TestsLineReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      for (const state of states) count[state] += 1;
      // A file that could not be loaded, or whose hook threw, holds no failed test and is a failure all the same.
      if (module.state() === 'failed' && !states.includes('failed')) count.failed += 1;
    }
    const failed = count.failed + unhandledErrors.length;
    const line = `tests: ${count.passed} passed, ${failed} failed, ${count.skipped + count.pending} skipped`;
    const file = process.env.DRIVE_TESTS_LINE_FILE;
    if (file === undefined) console.log(line);
    else writeFileSync(file, line);
  }
}
