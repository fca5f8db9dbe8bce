/** The speed is the mean of this time. */
const windowMs = 5000;

/** Speed of something that grows. */
export class SpeedMeter {
  #samples: { readonly at: number; readonly bytes: number }[] = [];

  /** `at`: in milliseconds from any time on. */
  add(bytes: number, at: number): void {
    this.#samples = [...this.#samples.filter((sample) => at - sample.at < windowMs), { at, bytes }];
  }

  /** 0 until there are two values. */
  get bytesPerSecond(): number {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (first === undefined || last === undefined || last.at - first.at < 200) return 0;
    return Math.max(0, ((last.bytes - first.bytes) / (last.at - first.at)) * 1000);
  }

  reset(): void {
    this.#samples = [];
  }
}
