import type { Command } from 'commander';
import { SCENE_METHODS } from '../terminal/method-names.ts';
import { count, methodOption, portNumber } from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import type { DemoOptions } from './demo.ts';

const EXAMPLES = `
A Puma takes a workpiece from the bench and lays it into a tray, with a post between the two: once around the post, once straight
across. The answers are printed, and the second one is written as a page with a picture that can be turned and played. On a
terminal, or where --port says so, the cell is then shown by 'inbetween view', with that page beside it, until Ctrl-C; the scenes below
show their page. 'inbetween init --puma' writes the files of this cell.

With --tool, another scene: a drill, moved as a hand would (computed, not recorded), on a sheet that yields. Contact is foretold up
to a second ahead; in contact, the force that the hand should feel is told and the sheet gives way. The page plays the session.
--method is not for it.

--tool --json prints what a haptic device would be told instead, one line a step as soon as the step is computed: "time" (s), "force"
(N) and "torque" (Nm) on the tool, "depth" (m), the warning "level" (clear, unknown, considered, reflex, contact), "timeToContact", the
seconds to the contact that is foretold (null: none), and "zone", how many triangles are touched. No page is written.

With --coins, a world of many bodies: coins are tossed on a floor and on each other until all lie still, and every contact is found in
the order of time. A line is printed every 0.05 s of the world, and the page plays it. The simulator is examples/coin-toss. --json prints
the lines as data instead: "time" (s), "resting" (coins), "energy" (J), "contacts" and "checks" so far.

Examples:
  $ inbetween demo
  $ inbetween demo --no-serve --out out --method hca
  $ inbetween demo --tool
  $ inbetween demo --tool --json
  $ inbetween demo --coins --count 300
`;

export function addDemoCommand(program: Command, streams: Streams): void {
  program
    .command('demo')
    .summary('checks a built-in robot cell and shows it; --tool: a tool on a workpiece that yields; --coins: a toss of coins')
    .description('Checks two paths of a built-in robot cell, prints the answers and writes a page that shows one.')
    .addOption(methodOption(SCENE_METHODS))
    .option('--tool', 'instead of the cell, a hand-guided tool on a workpiece that yields: contact foretold, then felt')
    .option('--coins', 'instead of the cell, coins tossed on a floor: all contacts of many bodies')
    .option('--count <number>', 'with --coins: how many (default: 100)', count)
    .option('--json', 'with --tool: print the stream of forces, with --coins the lines; write no page')
    .option('--out <folder>', 'where the page goes: report.html, tool.html or coins.html', 'out')
    .option('--port <port>', 'where to serve; 0 is any free port. Given, it is served without a terminal too', portNumber)
    .option('--no-serve', 'only write the page')
    .option('--open', 'open the browser, also without a terminal')
    .option('--no-open', 'only print the address (default: open it where there is a screen)')
    .addHelpText('after', EXAMPLES)
    .action(async (options: DemoOptions) => {
      const { demo } = await import('./demo.ts');
      await demo(options, streams);
    });
}
