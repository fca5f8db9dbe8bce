/** Who a request comes from, once its credential has been checked. */
export interface Caller {
  readonly kind: 'key' | 'session';
  /** users.row_id */
  readonly userId: number;
  /** users.id: what the log says. */
  readonly accountId: string;
  readonly isAdmin: boolean;
  readonly plan: 'free' | 'paid';
  /** api_keys.row_id or sessions.row_id. */
  readonly credentialId: number;
}
