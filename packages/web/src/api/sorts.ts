/** The orders of a list that the API has. */
export const sorts = ['type,name', 'name', '-name', '-createdAt', 'createdAt', '-size', 'size'] as const;
export type Sort = (typeof sorts)[number];
