import { type Command, Option } from 'commander';
import type { AcmOptions } from './acm.ts';
import { count, outsideOption, packageFolders, withinOption, workOption } from './terminal/option-values.ts';
import type { Streams } from './terminal/streams.ts';

const EXAMPLES = `
Pairs that need no test are links held together by a joint (adjacent), in contact in at least 95 % of the sampled
configurations (always), and in none of them (never). The last two are observations: more samples make them surer. Joints go
anywhere within their limits, at random from the seed.

Links in contact at rest are tested unless they are always in contact, and a warning names them. At rest means every joint at 0, or
at its limit nearest to 0. MoveIt's setup assistant exempts these pairs (reason Default), which hides real contacts.

An SRDF that is there already is kept: --srdf ur5.srdf --output ur5.srdf adds the pairs to it and leaves all else as it is.
A warning names its Default pairs that are seldom in contact. To test such a pair, remove its line.

Examples:
  $ inbetween acm ur5.urdf
  $ inbetween acm ur5.urdf --output ur5.srdf
  $ inbetween acm ur5.urdf --srdf ur5.srdf --output ur5.srdf
  $ inbetween acm panda.urdf --package franka_description=../franka_description
  $ inbetween acm hand.urdf --samples 10000 --format json

Exit code 0, or 2 for bad input, or when the output cannot be written.
`;

export function addAcmCommand(program: Command, streams: Streams): void {
  program
    .command('acm')
    .summary('which links of a robot need no test against each other')
    .description(
      'Finds the allowed collision matrix of a robot: the pairs of its links that need no test, by looking at random configurations.',
    )
    .argument('<robot>', 'URDF file')
    .option('--srdf <file>', 'keep what this file says, and the pairs that it disables')
    .option('--package <name=folder>', 'where a ROS package lies; may be given several times', packageFolders)
    .addOption(new Option('--geometry <which>', 'which shapes of the URDF').choices(['collision', 'visual']).default('collision'))
    .option('--samples <count>', 'random configurations to look at', count, 10_000)
    .option('--seed <number>', 'where the random configurations begin', count, 1)
    .addOption(new Option('--format <format>', 'write the pairs as SRDF or JSON').choices(['srdf', 'json']))
    .option('--output <file>', 'write them to a file (its ending says the format)')
    .addOption(workOption())
    .option('--force', 'write over an SRDF, or another file, that is there already')
    .addOption(withinOption())
    .addOption(outsideOption())
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, options: AcmOptions) => {
      const { acm } = await import('./acm.ts');
      await acm(path, options, streams);
    });
}
