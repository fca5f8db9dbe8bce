import { type Asset, readClientScript } from './assets.ts';
import { t } from './language.ts';

/** The script of the buttons of code blocks, for a page to mount and to name. */
export const readCopyScript = (): Asset => readClientScript('copy', import.meta.url);

/** The style of code blocks. */
export const codeCss = `
.code{display:flex;flex-wrap:wrap;justify-content:flex-end;align-items:flex-start;margin:0 0 1rem;background:var(--page);border:1px solid var(--line);border-radius:8px}
.code:last-child{margin:0}
.code pre{flex:1 1 22rem;min-width:0;margin:0;background:none;border:0;white-space:pre-wrap;overflow-wrap:anywhere}
.code .button{margin:.375rem;background:var(--card)}`;

/** Commands or code, all of it in sight. The button appears with its script. */
export const CodeBlock = ({ children }: { readonly children: string }) => (
  <div class="code">
    <pre>
      <code>{children}</code>
    </pre>
    <button class="button plain slim" type="button" hidden data-copied={t('Copied')}>
      {t('Copy')}
    </button>
  </div>
);
