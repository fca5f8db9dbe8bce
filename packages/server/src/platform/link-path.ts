/** The part of a link's URL or path after its page: a token, a short code or a slug, and a query. No log line contains it. */
export const linkPath = /(\/(?:share|s|p|collect|proof)\/|\?)[^\s'"<>/]+/g;
