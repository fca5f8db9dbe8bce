/** What the server counts of itself, for Prometheus. Where nobody may ask for it, nothing is counted. */
export { noMetrics, type Labels, type Metrics, type Sample } from './metrics-port.ts';
export { createMetrics } from './prometheus.ts';
