import { showConfig, type Config } from '../config.ts';

export function printConfig(config: Config): void {
  process.stdout.write(`${showConfig(config).join('\n')}\n`);
}
