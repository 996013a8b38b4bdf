import type { Command } from 'commander';
import type { InitOptions } from './init.ts';
import type { Streams } from './terminal/streams.ts';

const EXAMPLES = `
The cell is commented: it shows everything that a cell file can say. Both cells have a free path and one that hits a post.

Examples:
  $ inbetween init
  $ inbetween init my-cell
  $ inbetween init puma --puma

Exit code 0, or 2 when files are there already or cannot be written.
`;

export function addInitCommand(program: Command, streams: Streams): void {
  program
    .command('init')
    .summary('writes a robot cell to start from')
    .description('Writes a small robot cell with two paths, to check and to change.')
    .argument('[folder]', 'where it goes', '.')
    .option('--puma', 'the built-in Puma cell, with meshes, instead of the small arm')
    .option('--force', 'write over files that are there already')
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, options: InitOptions) => {
      const { init } = await import('./init.ts');
      await init(folder, options, streams);
    });
}
