import { CountryTable } from '@drive/country-table';
import { exchangeOf } from '@drive/http-api';
import type { Config } from '../config.ts';
import type { CountryOf } from '../modules/shares/index.ts';
import type { Ports } from '../platform/ports/ports.ts';

/** By the table of the operator (DRIVE_COUNTRY_TABLE); without one, no country is known. */
export function createCountryOf(
  { countryTable }: Pick<Config, 'countryTable'>,
  { log }: Pick<Ports, 'log'>,
): CountryOf {
  if (countryTable === undefined) return async () => null;
  const table = new CountryTable(countryTable, (error) =>
    log.warn('DRIVE_COUNTRY_TABLE cannot be read: downloads show no country', { error }),
  );
  return (request) => table.find(exchangeOf(request).clientIp);
}
