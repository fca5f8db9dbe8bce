export { CountryTable } from './country-table.ts';
