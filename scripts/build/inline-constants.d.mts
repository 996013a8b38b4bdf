/** Makes the replacement for one build. `read`: the text of a file. */
export function makeInliner(read?: (path: string) => string): (path: string, text: string) => string;
