import type { Audit } from './platform/audit/index.ts';
import type { BlobStore } from './platform/blobs/blob-store.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Events } from './platform/events/events.ts';
import type { Images } from './platform/images/index.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics/index.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { OutboundFetch, TargetCheck } from './platform/outbound/outbound-fetch.ts';
import type { PasswordHasher } from './platform/passwords/index.ts';
import type { Random } from './platform/random.ts';
import type { Secrets } from './platform/secrets.ts';

/** Everything that touches the world. `programs/` passes the real ones, tests pass what they can look into. */
export interface Ports {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly outboundFetch: OutboundFetch;
  /** Whether `outboundFetch` would refuse an address. */
  readonly checkTarget: TargetCheck;
  /** For addresses that the operator has set, wherever they are; otherwise the same. */
  readonly operatorFetch: OutboundFetch;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly audit: Audit;
  readonly passwords: PasswordHasher;
  readonly images: Images;
}
