// node receive.ts LINK          downloads what somebody shared, checked against its SHA-256; needs no key
import { DriveClient } from '@drive/sdk';
import { downloadSharedFile } from '@drive/sdk/node';

const [link] = process.argv.slice(2);
if (link === undefined) throw new Error('Which link? node receive.ts LINK');

const share = await new DriveClient({ apiKey: null }).public.open(link);
const { name } = share.info;
if (share.info.kind !== 'file' || name === undefined) throw new Error('That link is not of one open file.');

// Into report.pdf.part first; run it again after Ctrl-C and it goes on. Never over a file that is there.
const { sha256 } = await downloadSharedFile(share, name);
console.log(`${sha256}  ${name}`);
