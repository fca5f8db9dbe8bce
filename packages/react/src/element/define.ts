/** Defines `<drive-upload>`, a dropzone for pages without React. Does nothing on a server. */
import { DriveUploadElement } from './drive-upload.ts';

export { DriveUploadElement };

const { customElements } = globalThis as { customElements?: CustomElementRegistry };
if (customElements !== undefined && customElements.get('drive-upload') === undefined)
  customElements.define('drive-upload', DriveUploadElement);
