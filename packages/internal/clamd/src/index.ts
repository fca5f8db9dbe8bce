export {
  ClamdError,
  ClamdUnreachableError,
  createClamd,
  parseClamdAddress,
  type Clamd,
  type ClamdAddress,
  type ClamdOptions,
  type Verdict,
} from './clamd.ts';
