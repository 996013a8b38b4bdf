// Asks all questions in Node, Bun or any other engine with a console, and prints the hashes.
import { BLOCKS, hashedAnswers, hashFile } from './hashed-answers.ts';

const blocks = Array.from({ length: BLOCKS }, (_, block) => block);
console.log(JSON.stringify(hashFile(await hashedAnswers(blocks))));
