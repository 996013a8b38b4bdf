export { entryOf, setEntry } from '../math/entries.ts';
