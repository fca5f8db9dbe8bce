interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): unknown };
}

/** Names of the policies that the Content-Security-Policy of the app allows (`modules/web-app`), each once. */
type PolicyName = 'service-worker' | 'pdf-worker';

/** Returns the URL as a script that a page with Trusted Types may start; once for each policy. */
export function trustedScript(policyName: PolicyName, url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  // The policy admits no other script than this one.
  const policy = trustedTypes?.createPolicy(policyName, { createScriptURL: () => url });
  return (policy?.createScriptURL(url) ?? url) as string;
}
