export {
  ClamdError,
  ClamdUnreachableError,
  createClamd,
  type Clamd,
  type ClamdOptions,
  type Verdict,
} from './clamd.ts';
export { parseClamdAddress, type ClamdAddress } from './clamd-address.ts';
