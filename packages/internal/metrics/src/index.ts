export { noMetrics, type Labels, type Metrics, type Sample } from './metrics-port.ts';
export { createMetrics } from './prometheus.ts';
