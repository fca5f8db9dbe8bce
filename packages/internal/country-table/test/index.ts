export { writeCountryTable } from './write-country-table.ts';
