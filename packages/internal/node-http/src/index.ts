export { acknowledgements, type Acknowledgement } from './acknowledgements.ts';
export { encodePage, encodeText } from './content-coding.ts';
export { findHeadFault, type HeadFault, type HeadLimits } from './head-fault.ts';
export { parseHttpDate } from './http-date.ts';
export { evaluatePreconditions, planContent, strongTagsOf, type ByteRange, type Validators } from './preconditions.ts';
export { bytesHeldByTransfers, sendPieces, sendWhole, type Fill } from './send-pieces.ts';
export { appendText, sendShortText, sendText } from './send-text.ts';
export { bodyBroken, hasBody, HttpServer, type ServerOptions } from './server.ts';
export { createFindClient, createOriginOf, createProxyCheck, parseCidr, protocolOf } from './trusted-proxies.ts';
