import type { BaseUrl, Clock, Log, Random } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import type { Instance } from '@drive/branding';
import type { ClientFiles } from '@drive/client-downloads';
import type { Jobs } from '@drive/jobs';
import type { Mailer } from '@drive/mail';
import type { Metrics } from '@drive/metrics';
import type { Node } from '@drive/nodes';
import type { PasswordHasher } from '@drive/passwords';
import type { Images, Pictures } from '@drive/thumbnails';
import type { Activity } from '../activity.ts';
import type { Audit } from '../audit/index.ts';
import type { Database } from '../db/index.ts';
import type { Events } from '../events/events-port.ts';
import type { OutboundFetch, TargetCheck } from '../outbound/index.ts';
import type { Scanner } from '../scanner.ts';
import type { Secrets } from '../secrets.ts';

/** `programs/` passes the real implementations, tests those they can inspect. A module picks the ports it uses. */
export interface Ports {
  readonly baseUrl: BaseUrl;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly outboundFetch: OutboundFetch;
  /** Whether `outboundFetch` would refuse an address. */
  readonly checkTarget: TargetCheck;
  /** Like `outboundFetch`, for addresses set by the operator, internal ones included. */
  readonly operatorFetch: OutboundFetch;
  readonly log: Log;
  readonly node: Node;
  readonly metrics: Metrics;
  readonly activity: Activity;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly audit: Audit;
  readonly passwords: PasswordHasher;
  readonly images: Images;
  readonly pictures: Pictures;
  /** undefined: no scanner for viruses is configured. */
  readonly scanner: Scanner | undefined;
  readonly clients: ClientFiles;
  readonly instance: Instance;
}

/** The base URL may be known only when the port is; the app creates its activity itself. */
export type OpenedPorts = Omit<Ports, 'baseUrl' | 'activity'>;
