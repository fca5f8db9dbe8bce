import { ServersAliveError, type Node } from '@drive/nodes';
import type { Config } from '../../config.ts';
import { DataDirectoryInUseError, lockDataDirectory } from '../../platform/db/index.ts';
import { joinAsServer, type JoiningPorts } from '../open-ports.ts';

export interface Alone extends Pick<Node, 'listLive'> {
  leave(): Promise<void>;
}

/**
 * Keeps servers from starting until it is left. Rejects with a DataDirectoryInUseError or a ServersAliveError while one runs, and as
 * `joinAsServer` does if the database or the storage is another one.
 */
export async function beAlone(config: Config, ports: JoiningPorts, aloneBecause: string): Promise<Alone> {
  const lock = lockDataDirectory(config.dataDir);
  try {
    const node = await joinAsServer(config, ports, { aloneBecause });
    return {
      listLive: (...args) => node.listLive(...args),
      leave: async () => {
        await node.leave();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** undefined while a server runs. */
export async function tryToBeAlone(...args: Parameters<typeof beAlone>): Promise<Alone | undefined> {
  try {
    return await beAlone(...args);
  } catch (error) {
    if (error instanceof DataDirectoryInUseError || error instanceof ServersAliveError) return undefined;
    throw error;
  }
}
