/**
 * The packages of the command, by `require`: they are CommonJS, and where such are imported Node first reads through
 * them for their names, with a reader that it has to load: 4 ms of every start.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const commander: typeof import('commander') = require('commander');
export const picocolors: typeof import('picocolors') = require('picocolors');
