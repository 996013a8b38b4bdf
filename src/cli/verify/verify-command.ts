import type { Command } from 'commander';
import { count } from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import type { VerifyOptions } from './verify.ts';

const EXAMPLES = `
Checked with whole numbers, by lines that share nothing with what wrote it (docs/proof.md). Files that are given after it must be among
those that it names, by SHA-256; that the problem in it was read from them is the word of who wrote it.

Examples:
  $ inbetween verify cell.proof.gz
  $ inbetween verify cell.proof.gz cell.json path.csv
  $ inbetween verify cell.proof.gz --shrink small.proof.gz
  $ inbetween verify cell.proof --json

Exit code 0: proven; 1: refuted, a part of it is wrong, or it is about other files; 2: no proof, or a file could not be read; 3: not decided.
`;

export function addVerifyCommand(program: Command, streams: Streams, exitWith: (code: number) => void): void {
  program
    .command('verify')
    .summary('does a proof prove what it claims?')
    .description('Checks a proof: that what it claims is true of the problem in it, and that it names the files given, as they are now.')
    .argument('<proof>', 'inbetween-proof/1, compressed where its name ends in .gz')
    .argument('[file...]', 'the files that the problem was read from')
    .option('--json', 'what was found as one JSON line')
    .option('--shrink <file>', 'write the same proof with fewer leaves, and check that one; FILE.gz: compressed')
    .option('--max-pieces <count>', 'give up after so many pieces of leaves', count, 50_000_000)
    .addHelpText('after', EXAMPLES)
    .action(async (proof: string, files: string[], options: VerifyOptions) => {
      const { verify } = await import('./verify.ts');
      exitWith(await verify(proof, files, options, streams));
    });
}
