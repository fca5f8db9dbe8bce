import { writeFileSync } from 'node:fs';

/**
 * A vitest reporter whose one line other programs can read: `tests: 4 passed, 0 failed, 0 skipped`. Under tools/scripts/check.mjs it
 * goes into a file, because there it is to come last, after the checks that follow the tests; and there a project in which
 * no test was found fails, because its pattern has probably lost its files.
 */
export default class TestsLineReporter {
  #projects = [];

  onInit(vitest) {
    this.#projects = vitest.projects.map((project) => project.name);
  }

  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.DRIVE_TESTS_LINE_FILE;
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    const empty = new Set(file === undefined ? [] : this.#projects);
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      for (const state of states) count[state] += 1;
      if (states.length > 0) empty.delete(module.project.name);
      // A file that could not be loaded, or whose hook threw, holds no failed test and is a failure all the same.
      if (module.state() === 'failed' && !states.includes('failed')) count.failed += 1;
    }
    if (empty.size > 0) {
      console.error(`no tests in ${[...empty].join(', ')}`);
      count.failed += empty.size;
      process.exitCode = 1;
    }
    const line = `tests: ${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`;
    if (file === undefined) console.log(line);
    else writeFileSync(file, line);
  }
}
