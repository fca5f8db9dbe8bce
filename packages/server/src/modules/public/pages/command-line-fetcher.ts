const fetchers = /^(?:curl|wget2?|aria2|httpie|xh|axel|lftp|fetch libfetch)\/|powershell\//i;

/**
 * Whether a share's address was opened by a program that saves what it gets, such as `curl -LO`: it is sent on to the
 * bytes. Browsers and the programs that make link previews get the page.
 */
export const wantsBytes = (userAgent: string | undefined, accept: string | undefined): boolean =>
  fetchers.test(userAgent ?? '') && !(accept ?? '').includes('text/html');
