import type { World } from '../shell/world.ts';
import type { Output } from './output.ts';
import { controlSequence } from './terminal.ts';
import { shorten } from './text-width.ts';

/** One line at the foot of the terminal, drawn when it changes; on anything else it shows nothing. */
export class StatusLine {
  readonly #stderr: World['stderr'];
  readonly #output: Output;
  #text: string | undefined;
  #isShown = false;

  constructor({ stderr }: Pick<World, 'stderr'>, output: Output) {
    this.#stderr = stderr;
    this.#output = output;
  }

  /** Replaces the line that a process before this one left. */
  continue(text: string): void {
    this.#isShown = this.#output.animated;
    this.show(text);
  }

  show(text: string): void {
    if (!this.#output.animated) return;
    this.#hide();
    this.#text = text;
    this.#output.setFooter({ hide: () => this.#hide(), show: () => this.#draw() });
    this.#draw();
  }

  remove(): void {
    this.#hide();
    this.#text = undefined;
    this.#output.setFooter(undefined);
  }

  #draw(): void {
    if (this.#text === undefined) return;
    this.#stderr.write(`${shorten(this.#text, (this.#stderr.columns || 80) - 1)}\n`);
    this.#isShown = true;
  }

  #hide(): void {
    if (this.#isShown) this.#stderr.write(controlSequence('1F') + controlSequence('J'));
    this.#isShown = false;
  }
}
