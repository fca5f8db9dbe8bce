export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/**
 * Counters, histograms and gauges of the server. Gauges are defined in `modules/service/gauges.ts`, counters and histograms
 * in the file that counts: `platform/http/request-metrics.ts`, `platform/jobs/job-runner.ts`,
 * `modules/files/quarantine/scan-jobs.ts` and `modules/webhooks/create-webhooks.ts`. Names are `drive_…`, in base units (seconds, bytes); a name is defined once.
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
  /** Read at each scrape. If it throws, the gauge is omitted. */
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
