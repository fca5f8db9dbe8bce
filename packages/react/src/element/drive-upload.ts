import { filesOf, hasFiles } from '../dropped-files.ts';
import { styles } from '../styles.ts';
import { UploadController, type UploadControllerOptions, type UploadItem } from '../upload-controller.ts';
import { englishTexts, type UploadTexts } from '../upload-texts.ts';
import { announcementOf, viewOf, type ViewSettings } from '../upload-view.ts';

/** Absent on servers, where the module may be loaded, too. */
const Base: typeof HTMLElement =
  (globalThis as { HTMLElement?: typeof HTMLElement }).HTMLElement ?? (Object as unknown as typeof HTMLElement);

/**
 * `<drive-upload endpoint="/api/upload" accept="image/*" max-bytes="5000000">`: a dropzone for pages without React. With `token` and
 * `base-url` it uses a grant itself. Dispatches `uploaded` and `upload-failed`.
 */
export class DriveUploadElement extends Base {
  static readonly observedAttributes: readonly string[] = [
    'endpoint',
    'token',
    'base-url',
    'accept',
    'max-bytes',
    'multiple',
    'disabled',
  ];
  readonly #controller = new UploadController();
  readonly #rows = new Map<string, Row>();
  #texts: UploadTexts = englishTexts;
  #headers: Readonly<Record<string, string>> | undefined;
  #metadata: Readonly<Record<string, string>> | undefined;
  #shown: readonly UploadItem[] = [];
  #parts: Parts | undefined;
  #unsubscribe: (() => void) | undefined;

  /** Texts that replace the English ones. */
  set texts(texts: Partial<UploadTexts>) {
    this.#texts = { ...englishTexts, ...texts };
    this.#configure();
  }

  /** Headers of the requests to the endpoint. */
  set headers(headers: Readonly<Record<string, string>>) {
    this.#headers = headers;
    this.#configure();
  }

  /** Metadata of each file. */
  set metadata(metadata: Readonly<Record<string, string>>) {
    this.#metadata = metadata;
    this.#configure();
  }

  connectedCallback(): void {
    this.#parts ??= this.#createParts();
    this.#configure();
    this.#unsubscribe = this.#controller.subscribe(() => this.#show());
  }

  disconnectedCallback(): void {
    this.#unsubscribe?.();
    this.#controller.pauseAll();
  }

  attributeChangedCallback(): void {
    this.#configure();
  }

  get #maxBytes(): number | undefined {
    const text = this.getAttribute('max-bytes');
    return text === null ? undefined : Number(text);
  }

  get #settings(): ViewSettings {
    return {
      texts: this.#texts,
      language: this.closest('[lang]')?.getAttribute('lang') ?? undefined,
      maxBytes: this.#maxBytes,
    };
  }

  #configure(): void {
    const [token, baseUrl] = [this.getAttribute('token'), this.getAttribute('base-url')];
    const accept = this.getAttribute('accept')?.split(',');
    const options: UploadControllerOptions = {
      endpoint: this.getAttribute('endpoint') ?? undefined,
      grant: token === null || baseUrl === null ? undefined : { token, baseUrl },
      headers: this.#headers,
      metadata: this.#metadata,
      accept,
      maxBytes: this.#maxBytes,
      onUploaded: (upload, file) => this.#dispatch('uploaded', { upload, file }),
      onFailed: (error, file) => this.#dispatch('upload-failed', { error, file }),
    };
    this.#controller.configure(options);
    if (this.#parts === undefined) return;
    const { button, input, hint, list } = this.#parts;
    button.textContent = this.#texts.choose;
    button.disabled = this.hasAttribute('disabled');
    hint.textContent = this.#texts.drop;
    input.accept = accept?.join(',') ?? '';
    input.multiple = this.getAttribute('multiple') !== 'false';
    list.setAttribute('aria-label', this.#texts.uploads);
  }

  #dispatch(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #createParts(): Parts {
    const button = create('button', { class: 'drive-upload__choose', type: 'button', part: 'button' });
    const input = create('input', { type: 'file', hidden: '', tabindex: '-1' });
    const hint = create('p', { class: 'drive-upload__hint' });
    const zone = create('div', { class: 'drive-upload__zone', part: 'zone' }, button, input, hint);
    const status = create('div', { class: 'drive-upload__status', role: 'status' });
    const list = create('ul', { class: 'drive-upload__list', hidden: '' });
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styleSheet()];
    root.append(create('div', { class: 'drive-upload' }, zone, status, list));
    button.addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
      this.#add([...(input.files ?? [])]);
      input.value = '';
    });
    const mark = (isOver: boolean) => zone.setAttribute('data-over', String(isOver));
    zone.addEventListener('dragover', (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      mark(true);
    });
    zone.addEventListener('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && zone.contains(relatedTarget))) mark(false);
    });
    zone.addEventListener('drop', (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      mark(false);
      this.#add(filesOf(event.dataTransfer));
    });
    zone.addEventListener('paste', ({ clipboardData }) => this.#add(filesOf(clipboardData)));
    return { button, input, hint, list, status };
  }

  #add(files: readonly File[]): void {
    const isSingle = this.getAttribute('multiple') === 'false';
    if (!this.hasAttribute('disabled')) this.#controller.add(isSingle ? files.slice(0, 1) : files);
  }

  #show(): void {
    if (this.#parts === undefined) return;
    const { list, status } = this.#parts;
    const items = this.#controller.getItems();
    const settings = this.#settings;
    const kept = new Set(items.map(({ id }) => id));
    for (const [id, row] of this.#rows)
      if (!kept.has(id)) {
        row.element.remove();
        this.#rows.delete(id);
      }
    for (const item of items) {
      let row = this.#rows.get(item.id);
      if (row === undefined) {
        row = new Row(item, (does) => this.#act(does, item.id));
        this.#rows.set(item.id, row);
        list.append(row.element);
      }
      row.show(item, settings);
    }
    list.hidden = items.length === 0;
    const announcement = announcementOf(this.#shown, items, settings);
    this.#shown = items;
    if (announcement !== undefined) status.textContent = announcement;
  }

  #act(does: 'pause' | 'resume' | 'cancel', id: string): void {
    this.#controller[does](id);
    if (does === 'cancel') this.#parts?.button.focus();
  }
}

let sheet: CSSStyleSheet | undefined;

/** One for all elements. Pages whose Content-Security-Policy allows no inline styles would ignore a style element. */
function styleSheet(): CSSStyleSheet {
  if (sheet !== undefined) return sheet;
  // The page may style the element, not what is in it.
  const inside = ':host { color-scheme: light dark; display: block; } .drive-upload { color-scheme: inherit; }';
  sheet = new CSSStyleSheet();
  sheet.replaceSync(`${styles} ${inside} [hidden] { display: none !important; }`);
  return sheet;
}

interface Parts {
  readonly button: HTMLButtonElement;
  readonly input: HTMLInputElement;
  readonly hint: HTMLElement;
  readonly list: HTMLElement;
  readonly status: HTMLElement;
}

/** One file. Its elements stay, so that a button keeps the focus. */
class Row {
  readonly element: HTMLElement;
  readonly #toggle: HTMLButtonElement;
  readonly #end: HTMLButtonElement;
  readonly #progress: HTMLProgressElement;
  readonly #detail: HTMLElement;
  #toggles: 'pause' | 'resume' = 'pause';

  constructor({ file }: UploadItem, act: (does: 'pause' | 'resume' | 'cancel') => void) {
    const name = create('span', { class: 'drive-upload__name', dir: 'auto' });
    name.textContent = file.name;
    this.#toggle = create('button', { type: 'button' });
    this.#end = create('button', { type: 'button' });
    this.#toggle.addEventListener('click', () => act(this.#toggles));
    this.#end.addEventListener('click', () => act('cancel'));
    const actions = create('span', { class: 'drive-upload__actions' }, this.#toggle, this.#end);
    this.#progress = create('progress', { 'aria-label': file.name });
    this.#detail = create('p', { class: 'drive-upload__detail' });
    this.element = create('li', { class: 'drive-upload__item' }, name, actions, this.#progress, this.#detail);
  }

  show(item: UploadItem, settings: ViewSettings): void {
    const { detail, showsProgress, actions } = viewOf(item, settings);
    this.element.setAttribute('data-status', item.status);
    this.#progress.hidden = !showsProgress;
    this.#progress.max = item.total;
    this.#progress.value = item.bytes;
    this.#detail.textContent = detail;
    const toggle = actions.find(({ does }) => does !== 'cancel');
    this.#toggle.hidden = toggle === undefined;
    if (toggle !== undefined && toggle.does !== 'cancel') this.#toggles = toggle.does;
    for (const [button, action] of [
      [this.#toggle, toggle],
      [this.#end, actions.find(({ does }) => does === 'cancel')],
    ] as const) {
      button.textContent = action?.text ?? '';
      button.setAttribute('aria-label', action?.label ?? '');
    }
  }
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}
