/** What visitors report about shares. Writes reports. modules/shares receives them, modules/admin lists and closes them. */
export { createReports, type Reports } from './create-reports.ts';
