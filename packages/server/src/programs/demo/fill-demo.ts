import { dayMs, isoTime, systemClock } from '@drive/base';
import type { Collection, Item, MultiShare, Proofing, ShareDescriptor, UploadReservation } from '@drive/contract';
import { DemoClient } from './demo-client.ts';
import type { DemoUserName } from './demo-users.ts';
import { landscapes, paintPng, type Landscape } from './landscapes.ts';
import { writePdf } from './pages.ts';

export interface FillOptions {
  /** Of the server, without a trailing slash. */
  readonly url: string;
  readonly keys: Readonly<Record<DemoUserName, string>>;
  /** Makes a photo of a PNG. */
  readonly toJpeg: (png: Buffer) => Promise<Uint8Array>;
}

const PHOTO_WIDTH = 1200;
const PHOTO_HEIGHT = 800;
/** Visitors that likes and comments tell apart. */
const VISITORS = ['Linus', 'Margaret', 'Radia'];

/** Fills the drives of the users of the demo by the API, as people and visitors would. */
export async function fillDemo({ url, keys, toJpeg }: FillOptions): Promise<void> {
  const client = (key: string): DemoClient => new DemoClient(url, { authorization: `Bearer ${key}` });
  const scene = new DemoScene(client(keys.ada), client(keys.grace), new DemoClient(url), toJpeg);
  await scene.storeDocuments();
  const photos = await scene.storePhotos();
  await scene.shareFolderOfTeam();
  await scene.sharePhotos(photos);
  await scene.askForFiles();
  await scene.proof(photos);
  await scene.writePastes();
}

class DemoScene {
  readonly #ada: DemoClient;
  readonly #grace: DemoClient;
  readonly #visitor: DemoClient;
  readonly #toJpeg: FillOptions['toJpeg'];
  /** Files so far, each of which is a day older than the one before. */
  #stored = 0;

  constructor(ada: DemoClient, grace: DemoClient, visitor: DemoClient, toJpeg: FillOptions['toJpeg']) {
    this.#ada = ada;
    this.#grace = grace;
    this.#visitor = visitor;
    this.#toJpeg = toJpeg;
  }

  /** Files of several types, with versions, tags, stars, metadata, a link with a password and something in the trash. */
  async storeDocuments(): Promise<void> {
    const report = await this.#store(
      '/Reports/report-2026-q3.pdf',
      writePdf('Report, third quarter', ['Figures and plans of the team.', 'Visitors: 1,204', 'Downloads: 866']),
    );
    await this.#store('/Reports/report-2026-q4.pdf', writePdf('Report, fourth quarter', ['A draft.']));
    await this.#store('/Reports/figures.csv', 'quarter,visitors,downloads\nQ3,1204,866\nQ4,1377,941\n');
    const builds = await Promise.all(
      ['linux-x64', 'linux-arm64'].map((platform) =>
        this.#store(`/Builds/app-1.4.0-${platform}.tar.gz`, Buffer.alloc(512 * 1024, platform)),
      ),
    );
    const notes = await this.#store('/notes.md', '# Notes\n\n- order the frames\n- answer the printers\n');
    await this.#store('/price list.csv', 'article,price\nframe,40\nprint,12\n', { 'x-drive-tags': '["sales"]' });
    const offer = await this.#store('/Contracts/offer.md', '# Offer\n\n12 prints, 40 each.\n', {
      'x-drive-metadata': '{"customer":"Analytical Society","order":"1843"}',
    });
    for (const price of [38, 36])
      await this.#ada.store('/Contracts/offer.md', Buffer.from(`# Offer\n\n12 prints, ${price} each.\n`), {
        replace: true,
      });
    await this.#ada.post('/api/files/tags', { ids: [report.id, offer.id], add: ['customers'] });
    await this.#ada.put(`/api/files/${notes.id}/star`);
    await this.#ada.put(`/api/files/${report.id}/star`);
    await this.#ada.post<ShareDescriptor>(`/api/files/${report.id}/share`, {
      password: 'a password for visitors',
      expiresInDays: 30,
    });
    await this.#ada.post<MultiShare>('/api/files/share-multi', { fileIds: builds.map(({ id }) => id) });
    const draft = await this.#store('/an old draft.txt', 'It is in the trash.\n');
    await this.#ada.delete(`/api/files/${draft.id}`);
  }

  async storePhotos(): Promise<Item[]> {
    const photos: Item[] = [];
    for (const landscape of landscapes) photos.push(await this.#storePhoto('/Coast, spring', landscape));
    await this.#store(
      '/Coast, spring/captions.csv',
      ['file,caption', ...landscapes.map(({ name }) => `${name}.jpg,The ${name}`), ''].join('\n'),
    );
    return photos;
  }

  /** Grace may edit one folder of Ada, and does. */
  async shareFolderOfTeam(): Promise<void> {
    await this.#store('/Team handbook/welcome.md', '# Welcome\n\nWe write everything down here.\n');
    const { id } = await this.#itemAt('/Team handbook');
    await this.#ada.post(`/api/files/${id}/access`, {
      grants: [{ email: 'grace@demo.example', role: 'editor' }],
      notify: false,
    });
    await this.#grace.store('/compilers.md', Buffer.from('# Compilers\n\nThey translate, so that people need not.\n'));
    await this.#grace.store('/agenda.md', Buffer.from('# Agenda\n\n1. Debugging\n'), { folderId: id });
  }

  /** A link that visitors like, comment on and download from. */
  async sharePhotos(photos: readonly Item[]): Promise<void> {
    const folder = await this.#itemAt('/Coast, spring');
    const { shareToken } = await this.#ada.post<ShareDescriptor>(`/api/folders/${folder.id}/share`, {
      commentsEnabled: true,
      likesEnabled: true,
    });
    const link = `/api/public/share/${shareToken}`;
    await this.#visitor.get(link);
    for (const [index, authorName] of VISITORS.entries()) {
      const body = ['What a light!', 'May I have the dunes as a print?', 'The fjord is my favorite.'][index];
      await this.#visitor.post(`${link}/comments`, { body, authorName });
    }
    await this.#visitor.put(`${link}/like`);
    for (const { id } of photos.slice(0, 3)) {
      const { downloadUrl } = await this.#visitor.get<{ downloadUrl: string }>(`${link}/download-url?fileId=${id}`);
      await this.#visitor.download(downloadUrl);
    }
  }

  /** A file request that got two files. */
  async askForFiles(): Promise<void> {
    const { token } = await this.#ada.post<Collection>('/api/collections', {
      name: 'Logos of the exhibitors',
      message: 'SVG or PDF, please.',
      allowedTypes: ['.svg', '.pdf'],
      requireName: true,
    });
    for (const [name, uploaderName] of [
      ['circle', 'Linus'],
      ['square', 'Margaret'],
    ]) {
      const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><title>${name}</title></svg>\n`);
      const { uploadUrl } = await this.#visitor.post<UploadReservation>(`/api/public/collect/${token}/uploads`, {
        fileName: `${name}.svg`,
        contentType: 'image/svg+xml',
        sizeBytes: bytes.length,
        uploaderName,
      });
      await this.#visitor.sendBytes(uploadUrl, bytes);
    }
  }

  /** A gallery from which a client has selected. */
  async proof(photos: readonly Item[]): Promise<void> {
    const { token } = await this.#ada.post<Proofing>('/api/proofings', {
      name: 'Prints for the exhibition',
      message: 'Choose three, please.',
      fileIds: photos.map(({ id }) => id),
      maxSelections: 3,
    });
    await this.#visitor.post(`/api/public/proofing/${token}/submissions`, {
      fileIds: photos.slice(1, 4).map(({ id }) => id),
      clientName: 'Margaret',
      comment: 'The dunes as large as possible.',
    });
  }

  async writePastes(): Promise<void> {
    await this.#ada.post('/api/pastes', {
      title: 'Release notes of 1.4',
      language: 'markdown',
      content: '# 1.4\n\n- faster\n- smaller\n',
    });
    await this.#ada.post('/api/pastes', {
      title: 'The code of the door',
      content: '1815\n',
      burnAfterReading: true,
      expiresInDays: 7,
    });
  }
  #store(path: string, content: Uint8Array | string, headers: Readonly<Record<string, string>> = {}): Promise<Item> {
    this.#stored += 1;
    const modifiedAt = isoTime(systemClock.now() - this.#stored * dayMs);
    return this.#ada.store(path, Buffer.from(content), { headers, modifiedAt });
  }

  async #storePhoto(folder: string, landscape: Landscape): Promise<Item> {
    const photo = await this.#toJpeg(paintPng(landscape, PHOTO_WIDTH, PHOTO_HEIGHT));
    return this.#store(`${folder}/${landscape.name}.jpg`, photo);
  }

  #itemAt(path: string): Promise<Item> {
    return this.#ada.get(`/api/files/by-path?path=${encodeURIComponent(path)}`);
  }
}
