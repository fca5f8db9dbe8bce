// The report of a check stage: a line per attempt, and numbers for the last line.
import { writeFileSync } from 'node:fs';

/** Maximum lines about a failure. */
const MOST_LINES = 60;

/** Collects passed, failed and skipped attempts. */
export function stageResults() {
  const count = { passed: 0, failed: 0, skipped: 0 };
  return {
    passed(what) {
      count.passed += 1;
      console.log(`ok       ${what}`);
    },
    failed(what, why) {
      count.failed += 1;
      const lines = String(why).trimEnd().split('\n');
      const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
      console.error([`FAILED   ${what}`, ...shown.map((line) => `         ${line.slice(0, 400)}`)].join('\n'));
    },
    skipped(what, why) {
      count.skipped += 1;
      console.log(`skipped  ${what}: ${why}`);
    },
    /** Counts an attempt: a returned text is the reason for skipping it; an error is a failure. */
    async attempt(what, work) {
      try {
        const whyNot = await work();
        if (whyNot === undefined) this.passed(what);
        else this.skipped(what, whyNot);
      } catch (error) {
        this.failed(what, error instanceof Error ? error.message : error);
      }
    },
    /** Prints the numbers and sets the exit code. A stage without attempts has lost its files and fails. */
    finish() {
      if (count.passed + count.failed + count.skipped === 0) this.failed('this stage', 'found nothing to try');
      const line = `tests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
      const file = process.env.CHECKS_LINE_FILE;
      if (file === undefined) console.log(line);
      else writeFileSync(file, line);
      process.exitCode = count.failed === 0 ? 0 : 1;
    },
  };
}
