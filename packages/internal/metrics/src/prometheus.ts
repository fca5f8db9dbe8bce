import { inTime, type Log, secondMs } from '@drive/base';
import type { Metrics, Sample } from './metrics-port.ts';

/** Prometheus gives up a scrape after ten seconds, with everything in it. */
const READ_MS = 4 * secondMs;

/** Includes metrics of the process: memory, CPU, garbage collection, and event loop lag. */
export async function createMetrics({ log }: { readonly log: Log }): Promise<Metrics> {
  // Loaded only by servers that count: its hundred files are a tenth of a resting server's memory.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    counter: (name, help, labelNames = []) => {
      const counter = new Counter({ name, help, labelNames: [...labelNames], registers });
      return (labels, by = 1) => counter.inc(labels, by);
    },
    histogram: (name, help, { labelNames = [], bounds }) => {
      const histogram = new Histogram({ name, help, labelNames: [...labelNames], buckets: [...bounds], registers });
      return (labels, value) => histogram.observe(labels, value);
    },
    gauge: (name, help, labelNames, read) => {
      let reading: Promise<readonly Sample[]> | undefined;
      const gauge = new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [],
        async collect() {
          this.reset();
          // A reset gauge without labels is 0, which would be taken for a value.
          if (labelNames.length === 0) this.remove();
          try {
            // Scrapes of a database that does not answer wait for one read, which would otherwise pile up.
            reading ??= read().finally(() => (reading = undefined));
            for (const { labels = {}, value } of await inTime(reading, READ_MS)) this.set(labels, value);
          } catch (error) {
            log.warn(`${name} was not read`, { error });
          }
        },
      });
      registry.registerMetric(gauge);
    },
    expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
