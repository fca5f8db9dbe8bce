import { writeFileSync } from 'node:fs';

/**
 * A vitest reporter with one machine-readable line: `tests: 4 passed, 0 failed, 0 skipped`. Under
 * tools/scripts/check.mjs the line goes into a file, to be printed last, after later checks; and there a project
 * without tests fails, because its pattern has probably lost its files. Each failure is also one line that begins with
 * `FAILED`, as in the other stages, and a test that passed at a later try one with `FLAKY`; `.ci/run` repeats them
 * at its end.
 */
export default class TestsLineReporter {
  #projects = [];

  onInit(vitest) {
    this.#projects = vitest.projects.map((project) => project.name);
  }

  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.CHECKS_LINE_FILE;
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const { message } of unhandledErrors) console.error(`FAILED   outside of a test: ${firstLines(message)}`);
    const empty = new Set(file === undefined ? [] : this.#projects);
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      for (const test of module.children.allTests()) {
        const isFlaky = test.diagnostic()?.flaky === true;
        if (test.result().state !== 'failed' && !isFlaky) continue;
        const why = firstLines(test.result().errors?.[0]?.message);
        const verdict = isFlaky ? 'FLAKY ' : 'FAILED';
        console.error(`${verdict}   ${module.project.name} ${module.moduleId} > ${test.fullName}: ${why}`);
      }
      for (const state of states) count[state] += 1;
      if (states.length > 0) empty.delete(module.project.name);
      // A file that could not be loaded, or whose hook threw, contains no failed test and is a failure all the same.
      if (module.state() === 'failed' && !states.includes('failed')) {
        count.failed += 1;
        console.error(`FAILED   ${module.project.name} ${module.moduleId}: ${firstLines(module.errors()[0]?.message)}`);
      }
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

function firstLines(message = '') {
  return message.split('\n').slice(0, 4).join(' | ').slice(0, 500);
}
