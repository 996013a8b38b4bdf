/** Words, and the class that they are shown in. */
export type Line = readonly [kind: '' | 'hit' | 'who', words: string];
