/**
 * Scenes with so many pairs at most have a number for each of them from the beginning, and every query goes through
 * their list; in larger ones queries find the pairs that come near [near-pairs.ts]. A list is faster as long as it is
 * short: 181 bodies that move [docs/notes/large-scenes.md].
 */
export const MOST_LISTED: number = 2 ** 14;
