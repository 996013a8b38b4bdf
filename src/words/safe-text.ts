/** Controls, and marks that reorder what follows: text from a file could steer the terminal with them. */
const STEERING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** The same without line breaks, which stand between the values. */
const STEERING_IN_JSON = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A value as JSON, by itself leaving some of them as they are: escaped, whoever reads it gets the same. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(STEERING_IN_JSON, escaped);
}

/** Text from a file or its name, in one line and without anything that a terminal would obey. */
export function safeText(text: string): string {
  return text.replace(STEERING, escaped);
}

/** Text of several lines, the same way: line ends and tabs stay. */
export function safeLines(text: string): string {
  return text.replace(STEERING_IN_JSON, escaped);
}

/** The same for XML that is read again: what stands there is a reference, and means what it meant. */
export function safeXml(text: string): string {
  return text.replace(STEERING_IN_JSON, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
