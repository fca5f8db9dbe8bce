import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { confirm } from './confirm.ts';

const question = { text: 'Delete it permanently?', flag: '--yes' };

function terminal() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stop = new AbortController();
  const asked: string[] = [];
  return { stdin, stop, asked, answer: confirm({ stdin }, question, (line) => asked.push(line), stop.signal) };
}

describe('a question', () => {
  it.each(['y\n', 'yes\r\n', ' Y \nrest'])('is confirmed by %j', async (typed) => {
    const { stdin, answer, asked } = terminal();
    stdin.write(typed);
    await answer;
    expect(asked).toEqual(['Delete it permanently? [y/N]']);
  });

  it.each(['n\n', '\n', 'yeah\n', 'delete\n'])('is declined by %j', async (typed) => {
    const { stdin, answer } = terminal();
    stdin.write(typed);
    await expect(answer).rejects.toThrow('nothing was deleted');
  });

  it('is declined by the end of the input', async () => {
    const { stdin, answer } = terminal();
    stdin.end();
    await expect(answer).rejects.toThrow('nothing was deleted');
  });

  it('is answered after another one', async () => {
    const { stdin, answer } = terminal();
    stdin.write('y\n');
    await answer;
    const second = confirm({ stdin }, question, () => {}, new AbortController().signal);
    stdin.write('n\n');
    await expect(second).rejects.toThrow('nothing was deleted');
  });

  it('is cancelled by Ctrl-C', async () => {
    const { stop, answer } = terminal();
    stop.abort(new Error('interrupted'));
    await expect(answer).rejects.toThrow('interrupted');
  });

  it('is not shown without a terminal', async () => {
    const answer = confirm({ stdin: new PassThrough() }, question, () => {}, new AbortController().signal);
    await expect(answer).rejects.toMatchObject({ exitCode: 2, hint: 'confirm with --yes' });
  });
});
