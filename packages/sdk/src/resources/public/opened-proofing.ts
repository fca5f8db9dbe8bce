import type { ApiPromise } from '../../api-promise.ts';
import type { NewSubmission, PublicProofing, Submitted } from '../../api.gen.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';
import { OpenedLink } from './opened-link.ts';
import type { VisitLink, VisitOptions } from './visit-link.ts';

/**
 * A proofing opened by a visitor, from `client.public.openProofing`.
 *
 * @example
 * ```ts
 * import { DriveClient, type OpenedProofing } from '@drive/sdk';
 *
 * const link = 'https://drive.example.com/proof/q3J8mZ0sT1vW5xY7zA2bC4';
 * const proofing: OpenedProofing = await new DriveClient().public.openProofing(link, { password: 'open sesame' });
 * for (const { name, previewUrl } of proofing.info.files ?? []) console.log(name, previewUrl);
 * ```
 */
export class OpenedProofing extends OpenedLink<PublicProofing> {
  private constructor(transport: Transport, link: VisitLink) {
    super('Proofing', transport, link);
  }

  /** @internal */
  static async open(opener: Transport, link: VisitLink, options: VisitOptions): Promise<OpenedProofing> {
    return await new OpenedProofing(opener.forVisitor(link.baseUrl), link).load(options);
  }

  /**
   * Submits a selection. Each submission is a separate round.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const link = 'https://drive.example.com/proof/q3J8mZ0sT1vW5xY7zA2bC4';
   * const proofing = await new DriveClient().public.openProofing(link);
   * const fileIds = (proofing.info.files ?? []).slice(0, 3).map(({ id }) => id);
   * const { round } = await proofing.submit({ fileIds, clientName: 'Ada', comment: 'The first three, please.' });
   * console.log(round);
   * ```
   */
  submit(submission: NewSubmission, options: RequestOptions = {}): ApiPromise<Submitted> {
    const input = { params: this.params, body: submission };
    return this.transport.call('createSubmission', input, this.withHeaders(options));
  }
}
