/** Writes a line for the operator to standard error, because standard output may be read by a program. */
export const printStatus = (line: string): void => void process.stderr.write(`drive-server: ${line}\n`);
