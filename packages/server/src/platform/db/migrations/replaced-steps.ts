/**
 * The names that databases of unreleased versions have in place of one step of today. A database with all of them has
 * been through that step; one with some of them was written by an older version, which is not supported.
 */
export interface ReplacedSteps {
  readonly names: readonly string[];
  /** The commit of a server that still has these steps and completes them. */
  readonly lastCommit: string;
}

export const until63ba3cf2: ReplacedSteps = {
  lastCommit: '63ba3cf2',
  names: [
    '0001-foundation',
    '0002-trash',
    '0003-search',
    '0004-thumbnails',
    '0005-sweeps',
    '0006-sharing',
    '0007-archives',
    '0008-anonymous',
    '0009-webhooks',
    '0010-requests',
    '0011-user-administration',
    '0012-security',
    '0013-pastes',
    '0014-feedback',
    '0015-content-administration',
    '0017-rate-windows',
    '0019-strangers-uploads',
    '0020-limited-downloads',
    '0021-versions',
    '0022-modified-times',
    '0023-scoped-keys',
    '0024-webhook-events',
    '0025-statistics',
    '0026-webdav',
    '0029-staged-uploads',
    '0030-nodes',
    '0031-node-settings',
    '0032-name-changes',
    '0033-call-windows',
    '0034-download-places',
    '0035-upload-leases',
    '0036-direct-uploads',
    '0038-file-sizes',
    '0040-event-order',
    '0041-delivery-bodies',
    '0042-event-partitions',
    '0050-reports',
  ],
};

export const since63ba3cf2: ReplacedSteps = {
  lastCommit: '78eda959',
  names: [
    '0051-reception',
    '0052-download-retries',
    '0053-folded-names',
    '0053-item-counts',
    '0054-session-proofs',
    '0055-scans',
    '0058-mail-failures',
  ],
};
