// node receive.ts LINK          downloads a shared file and verifies its SHA-256; needs no key
import { DriveClient } from '@drive/sdk';
import { downloadSharedFile } from '@drive/sdk/node';

const [link] = process.argv.slice(2);
if (link === undefined) throw new Error('Which link? node receive.ts LINK');

const share = await new DriveClient({ apiKey: null }).public.open(link);
const { name } = share.info;
if (share.info.kind !== 'file' || name === undefined) throw new Error('That link is not of one open file.');

// Writes report.pdf.part first; after Ctrl-C, run it again to resume. Never overwrites an existing file.
const { sha256 } = await downloadSharedFile(share, name);
console.log(`${sha256}  ${name}`);
