/**
 * Every error code the API answers with, and the HTTP status it travels under.
 *
 * Clients branch on the code; the status is derived from it and stands nowhere else. A code is added here together with
 * the first path that throws it.
 */
export const errorStatus = {
  validation_failed: 400,
  bad_request: 400,
  digest_mismatch: 400,
  upload_size_mismatch: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  authentication_required: 401,
  invalid_credentials: 401,
  access_denied: 403,
  file_quarantined: 403,
  not_found: 404,
  api_key_not_found: 404,
  file_not_found: 404,
  folder_not_found: 404,
  session_not_found: 404,
  share_not_found: 404,
  upload_session_not_found: 404,
  method_not_allowed: 405,
  api_key_limit_reached: 409,
  email_taken: 409,
  folder_cycle: 409,
  idempotency_conflict: 409,
  name_conflict: 409,
  not_in_trash: 409,
  storage_quota_exceeded: 409,
  upload_already_complete: 409,
  upload_in_progress: 409,
  upload_offset_mismatch: 409,
  file_purged: 410,
  share_expired: 410,
  upload_session_expired: 410,
  length_required: 411,
  unsupported_tus_version: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  too_many_requests: 429,
  checksum_mismatch: 460,
  internal_error: 500,
  storage_failure: 502,
  unavailable: 503,
} as const;

/** A stable, machine-readable name for what went wrong. */
export type ErrorCode = keyof typeof errorStatus;
