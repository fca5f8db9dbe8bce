/** The text of a type of events, or its name if the page has no text for it. */
export const eventText = (texts: Readonly<Record<string, string>>, type: string): string => texts[type] ?? type;
