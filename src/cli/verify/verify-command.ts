import { type Command, Option } from 'commander';
import {
  count,
  meshScaleOption,
  nonNegativeNumber,
  positiveNumber,
  robotOptions,
  several,
  startOption,
  workOption,
} from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import type { VerifyOptions } from './verify.ts';

const EXAMPLES = `
Checked with whole numbers, by lines that share nothing with what wrote it (docs/proof.md). Files that are given after it, in any order, must be
among those that it names, by SHA-256. Where a cell is among them (or whatever else 'inbetween check' takes), it is read again with the path, and the
problem in the proof must be the one that they give, number by number: that is reading by this program, not by the checker. Give the
options then that check was asked with. Without a cell the problem is the word of who wrote the proof, and the exit code 3, but for --proof-only. Of a step of deforming meshes the files are those of
'inbetween step', and what is compared are the meshes; which of them are tested, and how near is too near, is what this prints.

Examples:
  $ inbetween verify cell.proof.gz cell.json path.csv
  $ inbetween verify cell.proof.gz cell.json path.csv --quiet && echo free
  $ inbetween verify cell.proof.gz --proof-only
  $ inbetween verify cell.proof.gz cell.json path.csv --clearance 0.01 --threads 8
  $ inbetween verify cell.proof.gz --shrink small.proof.gz
  $ inbetween verify step.proof.gz cloth0.ply cloth1.ply
  $ inbetween verify cell.proof --proof-only --json

Exit code 0: proven, of the problem in these files; 1: refuted, a part of it is wrong, or it is about other files, or it claims another answer than
--expect; 2: no proof, or a file could not be read; 3: not decided, or valid, but the problem was not compared.
`;

export function addVerifyCommand(program: Command, streams: Streams, exitWith: (code: number) => void): void {
  robotOptions(
    program
      .command('verify')
      .summary('does a proof prove what it claims?')
      .description('Checks a proof: that what it claims is true of the problem in it, and that this is the problem in the files given.')
      .argument('<proof>', 'inbetween-proof/1 or inbetween-step-proof/1, compressed where its name ends in .gz')
      .argument('[file...]', 'cell and path, and other files that the problem was read from')
      .option('--threads <count>', 'threads that share the leaves (default: one a core, for large proofs)', count)
      .option('--json', 'what was found as one JSON line')
      .option('--shrink <file>', 'write the same proof with fewer leaves, and check that one; FILE.gz: compressed')
      .addOption(
        new Option(
          '--expect <answer>',
          'exit code 0 only where this is what it claims, of a pair at least (default with --quiet: free)',
        ).choices(['free', 'contact']),
      )
      .option('--proof-only', 'do not compare the problem with files: is what it claims true of the problem in it?')
      .option('-q, --quiet', 'only the exit code, and errors')
      .option(
        '--max-pieces <count>',
        'give up after so many pieces of leaves (default: after work in proportion to the file, a minute for each MB)',
        count,
      )
      .option('--tolerance <length>', 'as check was asked', positiveNumber)
      .option('--clearance <length>', 'as check was asked', nonNegativeNumber)
      .addOption(startOption())
      .option('--units <units>', 'as check was asked')
      .option('--weld', 'as step was asked')
      .option('--scene <file>', 'as check was asked; several', several)
      .addOption(meshScaleOption()),
  )
    .option('--request <file>', 'as check was asked')
    .option('--group <name>', 'as check was asked')
    .addOption(workOption())
    .addHelpText('after', EXAMPLES)
    .action(async (proof: string, files: string[], options: VerifyOptions) => {
      const { verify } = await import('./verify.ts');
      exitWith(await verify(proof, files, options, streams));
    });
}
