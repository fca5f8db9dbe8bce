import { createAddressRule } from './addresses.ts';
import { createResolve, type Resolve } from './name-lookup.ts';
import { OutboundBlockedError, type TargetCheck } from './outbound-fetch.ts';
import { findAddresses, isInternalName, parseTarget, requireAllowed } from './target.ts';

export interface TargetCheckOptions {
  /** As for the requests themselves. */
  readonly allowCidrs?: readonly string[];
  readonly resolve?: Resolve;
  /** How long a name server may take. Default 3 s. */
  readonly timeoutMs?: number;
  /** Addresses of this machine. */
  readonly ownAddresses?: () => readonly string[];
}

export function createTargetCheck(options: TargetCheckOptions = {}): TargetCheck {
  const { allowCidrs = [], resolve = createResolve(), timeoutMs = 3000 } = options;
  const rule = createAddressRule(allowCidrs, options.ownAddresses);
  return async (url) => {
    const target = parseTarget(url);
    // With private targets allowed, internal names are judged by the addresses they resolve to.
    if (allowCidrs.length === 0 && isInternalName(target))
      throw new OutboundBlockedError('the name is not a public one', 'address');
    let addresses: readonly string[];
    try {
      addresses = await within(timeoutMs, findAddresses(target, resolve));
    } catch (error) {
      if (error instanceof OutboundBlockedError) throw error;
      // What a name will mean when something is sent is seen then.
      if (target.protocol === 'https:') return;
      throw new OutboundBlockedError('not an https URL');
    }
    for (const address of addresses) requireAllowed(rule, target, address);
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
