export { eicar, startFakeClamd, type FakeClamd } from './fake-clamd.ts';
export { hasClamd, startClamdProcess, type ClamdProcess } from './clamd-process.ts';
