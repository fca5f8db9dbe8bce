/** Parts of server-rendered pages. A page is a component of its module; it is sent by `pageResponse`. */
export { appScreens } from './app-screens.ts';
export { mountAsset, readClientScript, type Asset } from './assets.ts';
export { checkCss, selectCss, styleOf, type Style, uploadsCss } from './css.ts';
export { CodeBlock, codeCss, readCopyScript } from './code-block.tsx';
export { displayedName, shortName, shortText } from './displayed-name.ts';
export { Field, FileInput, GuestEmailField, GuestNameField, Notice, PostForm, SubmitButton } from './form.tsx';
export { humanSize } from './human-size.ts';
export { IconDrawings, shownKind, SmallIcon, type IconName } from './kind-icon.tsx';
export {
  formatDay,
  formatNumber,
  inLanguage,
  pageDirection,
  pageLanguage,
  scriptTexts,
  t,
  translateMessage,
  type Text,
} from './language.ts';
export { cardPage, pageResponse, type PageOptions, type PageUser } from './layout.tsx';
export { nextCharacters, ownPath, seeOther, toSignIn, withoutOrigin } from './own-path.ts';
export { Moment, Name, PageHead, Paragraphs } from './page-head.tsx';
export type { EmbeddedService } from './page-headers.ts';
export { pageNumber, Pager, type PagerProps } from './pager.tsx';
export { errorPage, lockedPage, refusalPage, type Refusal, type RefusalOptions } from './refusal-pages.tsx';
export { mountUploadForm, type FormUpload, type PageContent } from './upload-form.tsx';
