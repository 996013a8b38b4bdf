/** Controls, and marks that reorder what follows: text from a file could steer the terminal with them. */
const STEERING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Text from a file or its name, in one line and without anything that a terminal would obey. */
export function safeText(text: string): string {
  return text.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
