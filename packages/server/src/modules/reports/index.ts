/** Reports of visitors about shares. modules/shares receives them, modules/admin lists and closes them. */
export { createReports, type Reports } from './create-reports.ts';
