/** A refusal in the form of SCIM (RFC 7644, 3.12). */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: string | undefined;

  constructor(status: number, detail: string, scimType?: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const scimError = (status: number, detail: string, scimType?: string): ScimError =>
  new ScimError(status, detail, scimType);

export const notFound = (what: 'user' | 'group'): ScimError => scimError(404, `There is no such ${what}.`);
