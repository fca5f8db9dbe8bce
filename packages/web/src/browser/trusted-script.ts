interface Policy {
  createScriptURL(text: string): unknown;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): Policy;
}

/** Names of the policies that the Content-Security-Policy of the app allows (`modules/web-app`), each once. */
type PolicyName = 'service-worker' | 'pdf-worker';

const policies = new Map<PolicyName, Policy>();

/** Returns the URL as a script that a page with Trusted Types may start; always the same one for a policy. */
export function trustedScript(policyName: PolicyName, url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  // The policy admits no other script than this one.
  const policy = policies.get(policyName) ?? trustedTypes?.createPolicy(policyName, { createScriptURL: () => url });
  if (policy !== undefined) policies.set(policyName, policy);
  return (policy?.createScriptURL(url) ?? url) as string;
}
