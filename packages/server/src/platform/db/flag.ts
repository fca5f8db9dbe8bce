/** Yes and no, as the drivers bind them. */
export type Flag = 0 | 1;
