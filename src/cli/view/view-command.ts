import type { Command } from 'commander';
import { outsideOption, portNumber, withinOption, workOption } from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import type { ViewOptions } from './view.ts';

const EXAMPLES = `
A cell (or a robot as URDF, a scene of robots, a mesh) in a page: look at it, move it, ask when it first touches anything. Without a
cell the page shows its gallery; files can be dropped on it. What you drop or move stays in your browser: the page sends nothing anywhere.

The page and the files of the cell's folder are served on this machine only, until Ctrl-C. Nothing outside of that folder is, except
what the cell itself names and every command reads ('inbetween help check': --within, --allow-outside); hidden files are not.
A folder stands for the cell.json in it. Of several paths the first is shown first.

Examples:
  $ inbetween view
  $ inbetween view cell.json
  $ inbetween view cell.json across.csv around.csv --no-open
  $ inbetween view robot.urdf --port 8080

Exit code 0, or 2 when the cell or a path could not be read, or the port is in use.
`;

export function addViewCommand(program: Command, streams: Streams): void {
  program
    .command('view')
    .summary('shows a cell and its paths in the browser')
    .description('Shows a cell in the browser: move it, ask for first contact, see when and where.')
    .argument('[cell]', 'a cell, robot (URDF), scene of robots or mesh; or the folder of a cell.json')
    .argument('[path...]', 'paths of its robots; without one, the path that the cell names')
    .option('--port <port>', 'where to serve it; 0 is any free port (default: 4620, or any free one)', portNumber)
    .option('--host <address>', 'an address of this machine that others reach; a warning says what that means', 'localhost')
    .option('--open', 'open the browser, also without a terminal')
    .option('--no-open', 'only print the address (default: open it where there is a screen)')
    .addOption(workOption())
    .addOption(withinOption())
    .addOption(outsideOption())
    .addHelpText('after', EXAMPLES)
    .action(async (cell: string | undefined, paths: string[], options: ViewOptions) => {
      const { view } = await import('./view.ts');
      await view(cell, paths, options, streams);
    });
}
