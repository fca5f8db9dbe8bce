import * as z from 'zod';
import type { JsonShape } from '../test/json-shapes.ts';
import { typeText, type Schema } from './type-text.ts';

const INTRODUCTION = `# JSON of drive-cli

<!-- Made by \`pnpm run generate\` from packages/cli/test/json-shapes.ts; a test compares. -->

With \`--json\` a command writes to standard output either one document or one object a line, as each thing happens, and
nothing else. Fields are never left out unless they are marked with \`?\`; what a newer version adds are further fields and
further values of \`status\`.

Messages go to standard error, one JSON object a line: \`{ level: "note" | "warning" | "action", message }\`, and at the end of
a command that failed \`{ level: "error", code, message, hint?, status?, requestId?, details?, exitCode }\`. Where only some of
many things fail, each has a line on standard output with \`status: "failed"\`, and the exit code is 3.
`;

/** The page with the output of each command. */
export function describeJson(shapes: Readonly<Record<string, JsonShape>>): string {
  const named = new Map<string, Schema>();
  const sections = Object.entries(shapes).map(([command, { form, shape }]) => {
    const { $defs = {}, ...schema } = z.toJSONSchema(shape, { unrepresentable: 'any' }) as Schema;
    for (const [name, definition] of Object.entries($defs)) named.set(name, definition);
    const what = form === 'document' ? 'One document.' : 'One object a line.';
    const note = schema.description === undefined ? '' : ` ${schema.description}`;
    const alternatives = form === 'lines' ? (schema.anyOf ?? [schema]) : [schema];
    const text = alternatives.map((one) => typeText(one)).join('\n// or\n');
    return `## ${command}\n\n${what}${note}\n\n\`\`\`ts\n${text}\n\`\`\`\n`;
  });
  const definitions = [...named]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const said = schema.description === undefined ? '' : `${schema.description}\n\n`;
      return `### ${name}\n\n${said}\`\`\`ts\n${typeText(schema)}\n\`\`\`\n`;
    });
  return [INTRODUCTION, ...sections, '## Named shapes\n', ...definitions].join('\n');
}
