/** Query parameters in the address of the list of links. */
export interface SharesAddress {
  /** Id of a team drive: its links instead of the user's own. */
  readonly drive?: string | undefined;
}

export const parseSharesAddress = ({ drive }: Readonly<Record<string, unknown>>): SharesAddress =>
  typeof drive === 'string' && drive !== '' ? { drive } : {};
