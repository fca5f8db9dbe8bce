export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/**
 * Counters, histograms and gauges of a program. Names are in base units (seconds, bytes); a name is defined once.
 */
export interface Metrics {
  /** A value that only increases; its name ends in `_total`. */
  counter(name: string, help: string, labelNames?: readonly string[]): (labels: Labels, by?: number) => void;
  /** How often values fell below each of the bounds. */
  histogram(
    name: string,
    help: string,
    options: { readonly labelNames?: readonly string[]; readonly bounds: readonly number[] },
  ): (labels: Labels, value: number) => void;
  /** Read at each scrape. If it throws, or takes longer than four seconds, the gauge is omitted. */
  gauge(name: string, help: string, labelNames: readonly string[], read: () => Promise<readonly Sample[]>): void;
  /** All metrics in the text format of Prometheus; undefined if nothing is counted. */
  expose(): Promise<{ readonly contentType: string; readonly text: string } | undefined>;
}

/** Counts nothing, at no cost. */
export const noMetrics: Metrics = {
  counter: () => () => undefined,
  histogram: () => () => undefined,
  gauge: () => undefined,
  expose: async () => undefined,
};
