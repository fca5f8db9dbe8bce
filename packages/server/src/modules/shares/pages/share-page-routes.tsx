import { appScreens, lockedPage, type PageOptions, pageResponse, refusalPage, shortName, t } from '@drive/pages';
import type { Context } from 'hono';
import { mayDo } from '../../../platform/access/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import {
  exchangeOf,
  type KeptAnswer,
  type PageRouter,
  readForm,
  type RememberAnswer,
  type Router,
} from '../../../platform/http/index.ts';
import { Talk, TalkBar } from '../../feedback/index.ts';
import { linkRefusals, mountLinkPage } from '../../links/index.ts';
import type { OpenShare } from '../open-share.ts';
import { shareUrl } from '../share-descriptor.ts';
import { findReceiving, type ReceivingShare } from '../uploads/share-reception.ts';
import type { PublicShares, PublicSharesDeps } from '../visitor/public-shares.ts';
import { isIndexable, toSharedItem } from '../visitor/shared-items.ts';
import { ticketIn, type Visitor, type Visitors } from '../visitor/visitors.ts';
import { mountFeedbackPages, type OpenSharePage } from './feedback-pages.tsx';
import { createFeedbackViews, type FeedbackVisitor } from './feedback-views.ts';
import { listingStyleOf } from './listing-css.ts';
import { ListingPage } from './listing-page.tsx';
import type { Place } from './listing-place.ts';
import { mountReportPages, ReportLink } from './report-pages.tsx';
import { FilePage, filePageCss, type Saving, SharePreview } from './share-page.tsx';
import { chosenOf, formKeyOf, idIn, isRefused, placeOf, queryOf, savedAnswer, wantsBytes } from './share-requests.ts';
import { mountShareForm, UploadCard, uploadPartsOf } from './share-upload-card.tsx';
import { createShareViews, type EntryView, type ShareView } from './share-views.ts';

export class SharePages {
  readonly #deps: PublicSharesDeps;
  readonly #publicShares: PublicShares;
  readonly #visitors: Visitors;
  readonly #contentOrigin: string | undefined;
  readonly #script: `/${string}` | undefined;
  readonly #basePath: string;
  readonly #views: ReturnType<typeof createShareViews>;
  readonly #feedbackViews: ReturnType<typeof createFeedbackViews>;

  constructor(deps: PublicSharesDeps, publicShares: PublicShares, visitors: Visitors) {
    this.#deps = deps;
    this.#publicShares = publicShares;
    this.#visitors = visitors;
    this.#contentOrigin = deps.config.contentUrl === undefined ? undefined : new URL(deps.config.contentUrl).origin;
    this.#script = deps.config.pageScript;
    this.#basePath = deps.baseUrl.path;
    const pathOf = (share: OpenShare, rest?: string): string => this.#pathOf(share, rest);
    this.#views = createShareViews(deps, publicShares, pathOf);
    this.#feedbackViews = createFeedbackViews(deps, pathOf);
  }

  mount(router: Router): void {
    const { shares, baseUrl } = this.#deps;
    const pathOf = (share: OpenShare, rest?: string): string => this.#pathOf(share, rest);
    const opened: OpenSharePage = (...page) => this.#opened(...page);
    const { below } = mountLinkPage<OpenShare>(router, {
      path: '/share',
      baseUrl,
      refusals: linkRefusals.share,
      lock: shares.lock,
      open: (context, token) => this.#open(context, token),
      render: (context, share) => this.#render(context, share),
    });
    this.#mountRedirects(below);
    mountFeedbackPages(below, this.#deps, { opened, views: this.#feedbackViews, pathOf });
    mountReportPages(below, {
      opened,
      publicShares: this.#publicShares,
      views: this.#views,
      basePath: this.#basePath,
      pathOf,
      placeOf,
    });
    this.#mountSave(below);
    mountShareForm(router, this.#deps, this.#publicShares);
    router.page('GET', '/s/{code}', (context) => this.#resolveShortLink(context));
  }

  #mountRedirects(below: PageRouter): void {
    this.#mountRedirect(below, '/share/{token}/download', async (context, share, visitor) =>
      this.#publicShares.fileUrl(share, await this.#fileOf(context, share), visitor, false),
    );
    this.#mountRedirect(below, '/share/{token}/view', async (context, share, visitor) => {
      const url = this.#publicShares.viewUrl(share, await this.#fileOf(context, share), visitor);
      // The script of the page may read this origin only; both have the same bytes.
      return this.#contentOrigin !== undefined && isReadNow(context)
        ? this.#basePath + url.slice(url.indexOf('/files/'))
        : url;
    });
    this.#mountRedirect(below, '/share/{token}/archive', async (context, share, visitor) => {
      const { downloadUrl } = await this.#publicShares.archive(share, visitor, { folderId: idIn(context, 'folder') });
      return downloadUrl;
    });
    below.page(
      'POST',
      '/share/{token}/archive',
      async (context) => {
        const fields = await readForm(context);
        return this.#opened(context, async (share, visitor) => {
          const fileIds = chosenOf(fields);
          return context.redirect((await this.#publicShares.archive(share, visitor, { fileIds })).downloadUrl, 303);
        });
      },
      { countsIn: 'files' },
    );
  }

  /** The form of a signed-in visitor that copies the share, or the chosen files, to their drive. */
  #mountSave(below: PageRouter): void {
    below.page('POST', '/share/{token}/save', async (context) => {
      const form = await this.#deps.accounts.browserSessions.readForm(context);
      return this.#opened(context, async (share, visitor) => {
        if (form === undefined) throw new DomainError('authentication_required', 'Sign in to save this to your drive.');
        const chosen = form.fields.all('file');
        const wanted = chosen.length === 0 ? {} : { fileIds: [...chosenOf(form.fields)] };
        const { caller } = form.visitor;
        const save = async (remember?: RememberAnswer): Promise<KeptAnswer> =>
          savedAnswer(
            await this.#publicShares.save(share, visitor, caller, wanted, async (tx, answer) => {
              if (!isRefused(answer)) await remember?.(tx, savedAnswer(answer));
            }),
          );
        const once = formKeyOf(form.fields);
        const scope = `${caller.userId} save form`;
        const { body } = await (once === undefined
          ? save()
          : this.#deps.idempotency.once({ scope, key: once, meaning: { token: share.token, ...wanted } }, save));
        return context.redirect(this.#pathOf(share, body ?? ''), 303);
      });
    });
  }

  /** What a signed-in visitor needs to save the share, of which they are not the owner. */
  #savingOf(context: Context, share: OpenShare, { signedIn }: FeedbackVisitor): Saving | undefined {
    if (signedIn === undefined || mayDo(signedIn.caller.userId, share, 'manage')) return undefined;
    const { saved, left = '' } = queryOf(context);
    return {
      path: this.#pathOf(share, '/save'),
      xsrfToken: signedIn.xsrfToken,
      onceKey: this.#deps.random.token(16),
      drivePath: `${this.#basePath}${appScreens.files}`,
      state: saved === undefined ? 'unsaved' : saved === 'running' ? 'running' : 'saved',
      leftOut: /^[1-9]\d{0,5}$/.test(left) ? Number(left) : 0,
    };
  }

  async #resolveShortLink(context: Context): Promise<Response> {
    const { database, shares, featureLimiter, baseUrl } = this.#deps;
    const { clientNetwork } = exchangeOf(context);
    await featureLimiter.consume('shareResolve', clientNetwork);
    try {
      const by = { shortCode: context.req.param('code') ?? '' };
      const share = await shares.requireOpenShare(database.reader, by, { orUsedUp: true });
      shares.tickets.requireOpen(share, ticketIn(context));
      // The page that follows is counted; here only guesses are.
      await featureLimiter.refund('shareResolve', clientNetwork);
      return context.redirect(shareUrl(baseUrl, share), 302);
    } catch (error) {
      return refusalPage(context, { basePath: this.#basePath, refusals: linkRefusals.share }, error);
    }
  }

  async #open(context: Context, token: string): Promise<OpenShare> {
    const { database, shares, featureLimiter } = this.#deps;
    const { clientNetwork } = exchangeOf(context);
    if (context.req.method === 'POST') return this.#publicShares.open(token, clientNetwork);
    await featureLimiter.consume('shareResolve', clientNetwork);
    const share = await shares.requireOpenShare(database.reader, { token });
    this.#visitors.keepRecipient(context, share, await this.#visitors.of(context, share));
    return share;
  }

  async #render(context: Context, share: OpenShare): Promise<Response> {
    const { shares, featureLimiter } = this.#deps;
    if (wantsBytes(context)) return context.redirect(this.#bytesPath(context, share), 302);
    const { file: _, r: __, ...place } = queryOf(context);
    const isTop = Object.values(place).every((part) => part === undefined);
    const visitor = await this.#visitors.of(context, share);
    if (isTop && visitor.isHuman) await shares.visits.opened(share, visitor.recipient);
    // Navigating within an open share is no guess.
    if (!isTop) await featureLimiter.refund('shareResolve', exchangeOf(context).clientNetwork);
    try {
      return await this.#showShare(context, share, placeOf(context));
    } catch (error) {
      return refusalPage(
        context,
        { basePath: this.#basePath, refusals: linkRefusals.share, back: this.#pathOf(share) },
        error,
      );
    }
  }

  #pathOf({ token }: OpenShare, rest = ''): string {
    return `${this.#basePath}/share/${token}${rest}`;
  }

  /** Opens the share for a page other than its own. Error pages then link to the share. */
  async #opened(
    context: Context,
    show: (share: OpenShare, visitor: Visitor) => Promise<Response>,
    open: (token: string) => Promise<OpenShare> = (token) =>
      this.#publicShares.open(token, exchangeOf(context).clientNetwork),
  ): Promise<Response> {
    let back: string | undefined;
    try {
      const share = await open(tokenOf(context));
      const visitor = await this.#visitors.of(context, share);
      if (!visitor.isUnlocked)
        return await lockedPage(context, { basePath: this.#basePath, action: this.#pathOf(share, '/unlock') });
      back = this.#pathOf(share);
      return await show(share, visitor);
    } catch (error) {
      return refusalPage(context, { basePath: this.#basePath, refusals: linkRefusals.share, back }, error);
    }
  }

  async #showShare(context: Context, share: OpenShare, place: Place): Promise<Response> {
    const view = await this.#views.share(share);
    const shape = {
      title: shortName(view.name),
      basePath: this.#basePath,
      indexable: isIndexable(share),
    };
    const visitor = await this.#feedbackViews.visitorOf(context, share);
    if (share.kind === 'file') {
      const entry = this.#views.entry(share, toSharedItem(this.#deps.files, share, share.item));
      const likes = await this.#feedbackViews.likes(share, visitor);
      const talk = await this.#feedbackViews.latest(share, visitor);
      const { shownAs } = entry;
      const isRead = this.#script !== undefined && isReadByScript(shownAs);
      const isPlain = likes === undefined && talk === undefined && view.previewUrl === null && shownAs === undefined;
      return pageResponse(
        context,
        {
          ...shape,
          head: previewOf(share, view),
          ...(isPlain ? {} : { style: filePageCss }),
          wide: shownAs !== undefined,
          content: shownAs === undefined ? undefined : { origin: this.#contentOrigin },
          scripts: isRead ? [this.#script] : [],
        },
        <FilePage view={view} entry={entry} isRead={isRead} saving={this.#savingOf(context, share, visitor)}>
          <Talk likes={likes} talk={talk} />
          <ReportLink path={this.#pathOf(share, '/report')} />
        </FilePage>,
      );
    }
    return this.#showListing(context, { share, place, view, shape, visitor });
  }

  async #showListing(context: Context, { share, place, view, shape, visitor }: ShownListing): Promise<Response> {
    const listing = await this.#views.listing(share, place);
    const isFolder = place.q === '' && !place.isSelecting;
    const isTop = isFolder && place.folderId === undefined && place.page === 1;
    const likes = isTop ? await this.#feedbackViews.likes(share, visitor) : undefined;
    const receiving = isFolder ? await this.#findReceiving(share, place) : undefined;
    const upload = uploadPartsOf(receiving);
    const isOpening = listing.entries.some(isOpened) && !place.isSelecting;
    const hasScript = this.#script !== undefined && (isOpening || listing.totalPages > 1);
    const scripts = [...(hasScript ? [this.#script] : []), ...upload.scripts];
    const name = shortName(listing.name);
    const title = place.page === 1 ? name : t('{name}, page {n}', { name, n: place.page });
    return pageResponse(
      context,
      {
        ...shape,
        head: previewOf(share, { ...view, previewUrl: view.previewUrl ?? listing.firstImageUrl }),
        title,
        wide: true,
        isListing: receiving === undefined,
        style: listingStyleOf(listing, upload.style),
        ...(isOpening ? { content: { origin: this.#contentOrigin } } : {}),
        scripts,
      },
      <ListingPage
        view={view}
        listing={listing}
        addPath={receiving === undefined ? undefined : '#add'}
        saving={place.folderId === undefined ? this.#savingOf(context, share, visitor) : undefined}
      >
        {receiving !== undefined && (
          <UploadCard basePath={this.#basePath} link={receiving} sent={queryOf(context).sent} />
        )}
        {isTop && (
          <TalkBar
            likes={likes}
            path={this.#pathOf(share)}
            commentCount={share.commentsEnabled ? share.commentCount : undefined}
          />
        )}
        <ReportLink path={this.#pathOf(share, `/report${new URL(context.req.url).search}`)} />
      </ListingPage>,
    );
  }

  #findReceiving(share: OpenShare, { folderId }: Place): Promise<ReceivingShare | undefined> {
    return findReceiving(this.#deps, this.#deps.database.reader, share, folderId);
  }

  /** Redirect target of programs such as curl: the file, or a ZIP. It contains `r`, because they send no cookies. */
  #bytesPath(context: Context, share: OpenShare): string {
    const { folder, r } = queryOf(context);
    const query = new URLSearchParams({
      ...(folder === undefined ? {} : { folder }),
      ...(r === undefined ? {} : { r }),
    });
    const path = this.#pathOf(share, share.kind === 'file' ? '/download' : '/archive');
    return query.size === 0 ? path : `${path}?${query.toString()}`;
  }

  /** Redirects to a signed URL that is created on demand, so that a page may stay open for long. */
  #mountRedirect(
    below: PageRouter,
    path: `/${string}`,
    urlOf: (context: Context, share: OpenShare, visitor: Visitor) => Promise<string>,
  ) {
    below.page(
      'GET',
      path,
      (context) =>
        this.#opened(
          context,
          async (share, visitor) => context.redirect(await urlOf(context, share, visitor), 302),
          async (token) => {
            const share = await this.#publicShares.openWithTicket(context, token);
            this.#deps.shares.tickets.requireValid(share, ticketIn(context));
            return share;
          },
        ),
      { countsIn: 'files' },
    );
  }

  #fileOf(context: Context, share: OpenShare) {
    return this.#publicShares.requireFile(share, idIn(context, 'file'));
  }
}

interface ShownListing {
  readonly share: OpenShare;
  readonly place: Place;
  readonly view: ShareView;
  readonly shape: Omit<PageOptions, 'title'>;
  readonly visitor: FeedbackVisitor;
}

/** What other programs show of the link; undefined for one with a password. */
const previewOf = ({ passwordHash }: OpenShare, view: ShareView) =>
  passwordHash === null ? <SharePreview view={view} /> : undefined;

/** Whether the script opens the file over the page. */
const isOpened = ({ contentKind, openPath }: EntryView): boolean => contentKind !== 'folder' && openPath !== undefined;

/** Whether the script fetches the file and shows it in the place of the browser. */
const isReadByScript = (shownAs: EntryView['shownAs']): boolean =>
  shownAs === 'text' || shownAs === 'markdown' || shownAs === 'pdf';

/** Whether a script asks, and not a page that shows the answer (Fetch Metadata, 2.1). */
const isReadNow = (context: Context): boolean => context.req.header('sec-fetch-dest') === 'empty';

const tokenOf = (context: Context): string => context.req.param('token') ?? '';
