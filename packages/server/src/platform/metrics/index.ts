/** Metrics of the server for Prometheus. Without a token nothing is counted. */
export { createActivity, type Activity, type ActivityCounts } from './activity.ts';
export { noMetrics, type Labels, type Metrics, type Sample } from './metrics-port.ts';
export { createMetrics } from './prometheus.ts';
