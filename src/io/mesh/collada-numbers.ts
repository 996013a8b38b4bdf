import { TextScanner } from '../text/text-scanner.ts';
import type { XmlElement } from '../text/xml-element.ts';

// Lists of numbers in the text of COLLADA elements: megabytes of them, so they are read byte by byte, with the line of
// each.

const encoder: TextEncoder = new TextEncoder();

function scannerOf(element: XmlElement): TextScanner {
  element.work.spend(element.text.length, element);
  return new TextScanner(encoder.encode(element.text), element.file, {}, 0, element.line);
}

/** A number takes a character and a blank, which the last one may lack. */
function mostNumbers({ text }: XmlElement): number {
  return Math.ceil(text.length / 2);
}

/** Exactly `count` numbers that a mesh can hold. */
export function coordinatesIn(element: XmlElement, count: number): Float64Array {
  if (count > mostNumbers(element))
    throw element.fault(`<${element.name}> should hold ${count} numbers, but its text is shorter than that`);
  const scanner = scannerOf(element);
  const what = `an entry of <${element.name}>`;
  const out = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    if (!scanner.skipToContent()) throw element.fault(`<${element.name}> should hold ${count} numbers, but holds ${i}`);
    out[i] = scanner.coordinate(what);
  }
  if (scanner.skipToContent()) throw scanner.error(`<${element.name}> should hold ${count} numbers, but holds more`);
  return out;
}

/** All integers. */
export function integersIn(element: XmlElement): Float64Array {
  const scanner = scannerOf(element);
  const out = new Float64Array(mostNumbers(element));
  let count = 0;
  while (scanner.skipToContent()) out[count++] = scanner.integer('the entry');
  return out.subarray(0, count);
}

/** A whole number ≥ least in an attribute. */
export function countIn(element: XmlElement, name: string, least: number, byDefault?: number): number {
  const value = element.number(name, byDefault);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw element.fault(`${name} of <${element.name}> should be an integer of at least ${least}, got ${value}`);
}
