export { requestStoredScan } from '../modules/files/index.ts';
