/** A vitest reporter whose one line other programs can read: `tests: 4 passed, 0 failed, 0 skipped`. */
export default class TestsLineReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) count[test.result().state] += 1;
      // A file that could not be loaded, or whose hook threw, holds no failed test and is a failure all the same.
      const nothingBlamed = !tests.some((test) => test.result().state === 'failed');
      if (module.state() === 'failed' && nothingBlamed) count.failed += 1;
    }
    const failed = count.failed + unhandledErrors.length;
    console.log(`tests: ${count.passed} passed, ${failed} failed, ${count.skipped + count.pending} skipped`);
  }
}
