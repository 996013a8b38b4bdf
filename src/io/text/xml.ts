import { SaxesParser } from 'saxes';
import { InputError } from '../../math/input-error.ts';
import { bytesOf, type MeshSource, sizeOf } from '../mesh-source.ts';
import { WorkMeter } from '../work-meter.ts';
import { shown, XmlElement } from './xml-element.ts';

// XML as a tree of elements with their lines. Made for files from strangers: nothing is expanded or fetched, and depth,
// number of elements and bytes are limited, so that time and memory are in proportion to the file.

/** Robots and scenes nest less than 20 deep; whoever walks the tree may recurse this far. */
const DEEPEST = 512;
/** Kept in memory, of which each takes more than the four bytes that it needs in a file. */
const MOST_ELEMENTS: number = 2 ** 20;
const ELEMENT_UNITS = 128;
/** Below the longest text that engines can hold. */
const MOST_BYTES: number = 2 ** 28;

/** The root element. Prefixes stay part of the names; comments and processing instructions are left out. */
export function parseXml(source: MeshSource, file: string, work: WorkMeter = new WorkMeter()): XmlElement {
  work.open(file, sizeOf(source, file));
  const text = decodedText(source, file);
  if (text.trim() === '') throw new InputError('the file is empty; expected XML', { file, line: 1 });
  if (!/^\s*</.test(text)) throw new InputError(`is not XML: it begins with ${shown(text.trim())}`, { file, line: 1 });
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  let startLine = 1;
  /** Up to where everything has been understood. */
  let understood = 0;

  parser.on('error', ({ message }) => {
    throw new InputError(`is not well-formed XML: ${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')}`, { file, line: parser.line });
  });
  parser.on('doctype', (doctype) => {
    if (!doctype.includes('[')) return;
    const line = parser.line - doctype.split('\n').length + 1;
    throw new InputError('declares entities of its own (DOCTYPE [...]), which are not read; write out what they stand for', { file, line });
  });
  parser.on('opentagstart', () => {
    // By now the parser has passed the character after the name.
    startLine = /[\r\n]/.test(text[parser.position - 1]) ? parser.line - 1 : parser.line;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = new XmlElement(name, new Map(Object.entries(attributes)), startLine, file, work);
    if (open.length >= DEEPEST) throw element.fault(`<${name}> is nested more than ${DEEPEST} deep`);
    work.spend(ELEMENT_UNITS, element);
    if (++count > MOST_ELEMENTS && !work.isRaised)
      throw element.fault(`there are more than ${MOST_ELEMENTS} elements; raise maxWork to read them`);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
    understood = parser.position;
  });
  parser.on('closetag', () => {
    open.pop();
    understood = parser.position;
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  parser.write(text);
  const inside = open.at(-1);
  if (inside !== undefined) {
    refuseBareAmpersand(text, understood, file);
    const message = `the file ends within <${inside.name}> of line ${inside.line}; it may be cut short`;
    throw new InputError(message, { file, line: parser.line });
  }
  parser.close();
  // The parser complains where there is no root; this only tells the compiler.
  if (root === undefined) throw new InputError('has no element', { file, line: 1 });
  return root;
}

/** The parser takes all that follows a bare `&` for the name of an entity, and so gets to the end of the file. */
function refuseBareAmpersand(text: string, from: number, file: string): void {
  const rest = text.slice(from);
  const at = rest.search(/&(?![^\s;&<]+;)/);
  if (at < 0 || /<!--|<!\[CDATA\[|<\?/.test(rest.slice(0, at))) return;
  const line = text.slice(0, from + at).split('\n').length;
  throw new InputError("is not well-formed XML: '&' should be written &amp;", { file, line });
}

function decodedText(source: MeshSource, file: string): string {
  if (typeof source === 'string') return source.replace(/^\ufeff/, '');
  const bytes = bytesOf(source, file);
  if (bytes.length > MOST_BYTES) throw new InputError(`has ${bytes.length} bytes; XML is read up to ${MOST_BYTES}`, { file });
  const encoding = encodingOf(bytes, file);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const readable = new TextDecoder(encoding).decode(bytes);
    const line = readable.slice(0, Math.max(0, readable.indexOf('\ufffd'))).split('\n').length;
    throw new InputError(`is not ${encoding.toUpperCase()} text; save it as that, or declare its encoding in the first line`, {
      file,
      line,
    });
  }
}

/**
 * Encodings of one byte a character that files declare; Latin-1 and ASCII are read as the Web does, by their superset.
 */
const SINGLE_BYTE = /^(iso[-_]?8859[-_]?1|latin[-_]?1|windows[-_]?1252|cp1252|us[-_]?ascii|ascii)$/i;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

function encodingOf(bytes: Uint8Array, file: string): Encoding {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  const start = String.fromCharCode(...bytes.subarray(0, 256));
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(start)?.[1] ?? 'utf-8';
  if (SINGLE_BYTE.test(declared)) return 'windows-1252';
  // Tools write utf8, or UTF-16 above what they save as bytes: then the content decides.
  if (/^utf[-_]?(8|16)/i.test(declared) || !bytes.some((byte) => byte >= 128)) return 'utf-8';
  throw new InputError(`declares the encoding ${shown(declared)}, which is not read; save it as UTF-8`, { file, line: 1 });
}
