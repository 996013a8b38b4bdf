// Asks questions in Node, Bun or any other engine with a console, and prints the hashes; how far it is goes to stderr. Arguments: the kinds
// with commas between them ('' for all), and the number of a block where one tenth is enough. With either the hashes of the blocks are printed.
import process from 'node:process';
import { BLOCKS, hashedAnswers, hashFile, KINDS } from './hashed-answers.ts';

const [kinds = '', part = ''] = process.argv.slice(2);
const only = kinds === '' ? KINDS : kinds.split(',');
const blocks = part === '' ? Array.from({ length: BLOCKS }, (_, block) => block) : [Number(part)];
const hashes = await hashedAnswers(blocks, (kind, done) => console.error(`${kind}: ${done} questions asked`), only);
console.log(JSON.stringify(kinds === '' && part === '' ? hashFile(hashes) : hashes));
