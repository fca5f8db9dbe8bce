import { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { Action, RunAction } from '../context.ts';
import { download } from './download.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('Write files to standard output, one after the other.')
    .argument('<source...>', 'remote path or id, or a share link of any server')
    .option('--password-file <file>', 'File with the password of a locked link, - for standard input')
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli cat /notes.txt
  $ drive-cli cat /logs/monday.log /logs/tuesday.log | grep error`,
    )
    .action(run(cat));
}

const cat: Action<[sources: string[], options: { passwordFile?: string }]> = async (context, sources, options) => {
  const { output, world } = context;
  for (const source of sources) {
    const chunks: Buffer[] = [];
    const collector = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    const text = { ...context, world: { ...world, stdout: collector }, output: { ...output, json: false } };
    const flags = { ...options, output: '-', toTerminal: true, parallel: 1 };
    await download(output.json ? text : context, [source], flags);
    if (output.json) await output.record({ source, content: Buffer.concat(chunks).toString('utf8') }, undefined);
  }
};
