// Lints the generated API description with the rules an integrator's tools assume.
import { createConfig, formatProblems, lint } from '@redocly/openapi-core';

const description = new URL('../../packages/server/openapi.json', import.meta.url);
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // A self-hosted server has no fixed address; the description that it serves contains it.
    'no-empty-servers': 'off',
    'no-server-example.com': 'off',
  },
});
const problems = await lint({ ref: description.pathname, config });
const errors = problems.filter((problem) => problem.severity === 'error').length;
formatProblems(problems, {
  format: 'stylish',
  totals: { errors, warnings: problems.length - errors, ignored: 0 },
  version: '',
});
console.log(`${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
