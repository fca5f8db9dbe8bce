/** The protocol of WebDAV (RFC 4918), without methods and without files. */
export { conditionXml, DavError, isQuotaExceeded, sendDavError, sendXml } from './dav-error.ts';
export {
  hrefOf,
  isSame,
  isWithin,
  mountPaths,
  parsePath,
  parseResourceUrl,
  requireNewName,
  type MountPath,
  type Names,
} from './dav-path.ts';
export { parseIfHeader, submittedTokens, type ConditionList, type IfHeader } from './if-header.ts';
export { sendMultiStatus } from './multi-status.ts';
export {
  childElements,
  davNamespace,
  escapeXml,
  findChild,
  innerXml,
  isDav,
  microsoftNamespace,
  outerXml,
  ownCloudNamespace,
  parseXml,
  requireFew,
  textOf,
  wrapXml,
  type XmlElement,
} from './xml-document.ts';
