import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { InputError, SCENE_METHODS, Scene, type SceneContactOptions, type SceneMethod } from '../../index.ts';
import { readCell } from '../../io/index.ts';
import { files } from '../../node/index.ts';
import { cellReportPage } from '../../report/index.ts';
import { waypointsAround } from '../../words/scene-judgement.ts';
import { shown, shownDown } from '../../words/shown-number.ts';
import { readPathOfCell } from '../check/cell-path.ts';
import { allowedText } from '../check/check-advice.ts';
import { checkPath, type PathCheck } from '../check/check-path.ts';
import { checkText } from '../check/check-text.ts';
import { describeSizes } from '../scene-sizes.ts';
import { count, methodOption, portNumber } from '../terminal/option-values.ts';
import { OutputFile, PAGE, refuseOutputs } from '../terminal/output-file.ts';
import { servePage } from '../terminal/serve-page.ts';
import { type Colors, colorsFor, type Streams } from '../terminal/streams.ts';
import { packageVersion } from '../version.ts';
import { coinDemo, writeCoinLines } from './coin-demo.ts';
import { PUMA_CELL_FOLDER } from './example-folder.ts';
import { toolDemo, writeForceStream } from './tool-demo.ts';

interface DemoOptions {
  readonly method: SceneMethod;
  readonly out: string;
  readonly port: number;
  readonly serve: boolean;
  readonly tool?: boolean;
  readonly coins?: boolean;
  readonly count?: number;
  readonly json?: boolean;
}

const EXAMPLES = `
A Puma takes a workpiece from the bench and lays it into a tray, with a post between the two: once around the post, once straight
across. The answers are printed, and the second one is written as a page with a picture that can be turned and played. On a
terminal the page is also served until Ctrl-C. 'inbetween init --puma' writes the files of this cell.

With --tool, another scene: a drill, moved as a hand would (computed, not recorded), on a sheet that yields. Contact is foretold up
to a second ahead; in contact, the force that the hand should feel is told and the sheet gives way. The page plays the session.
--method is not for it.

--tool --json prints what a haptic device would be told instead, one line a step as soon as the step is computed: "time" (s), "force"
(N) and "torque" (Nm) on the tool, "depth" (m), the warning "level" (clear, considered, reflex, contact), "timeToContact", the
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
    .option('--port <port>', 'where to serve the page; 0 is any free port', portNumber, 0)
    .option('--no-serve', 'only write the page')
    .addHelpText('after', EXAMPLES)
    .action((options: DemoOptions) => demo(options, streams));
}

async function demo(options: DemoOptions, streams: Streams): Promise<void> {
  const { stdout, env } = streams;
  const c = colorsFor(stdout, env);
  const { tool, coins, json } = options;
  if (tool && coins) throw new InputError('--tool and --coins: choose one');
  if (json && !tool && !coins) throw new InputError('--json: is for the stream of forces of --tool, or the lines of --coins');
  if (options.count !== undefined && !coins) throw new InputError('--count: is for --coins');
  if (json) return tool ? writeForceStream(stdout) : writeCoinLines(stdout, options.count);
  const page = new OutputFile('--out', join(options.out, tool ? 'tool.html' : coins ? 'coins.html' : 'report.html'), PAGE);
  await refuseOutputs([page], []);
  if (tool) return show(page, await toolDemo(stdout, c), options, streams, c);
  if (coins) return show(page, await coinDemo(stdout, c, options.count), options, streams, c);
  const folder = files(PUMA_CELL_FOLDER);
  const cell = await readCell(folder, 'cell.json');
  const { robots, obstacles, self, tolerance, clearance, allowed } = cell;
  const scene = new Scene({ robots, obstacles, self, allowed });
  const asked: SceneContactOptions = { method: options.method, tolerance, clearance, contacts: 'minimal' };
  const names = { severalRobots: false, clearance, allowed: allowedText(robots, allowed.length, self) };
  stdout.write('A Puma takes a workpiece from the bench and lays it into a tray; between the two stands a post. Lengths in m.\n');
  stdout.write(`${describeSizes(robots, obstacles, self, c)}\n`);
  for (const file of ['around.csv', 'across.csv']) {
    const path = await readPathOfCell(folder, cell, file);
    const found = checkPath(scene, path, asked, { intervals: false, clearance: true, limits: true });
    stdout.write(`\n${checkText(found, names, c)}${samplingText(scene, found, c)}`);
    if (file !== 'across.csv') continue;
    const { result, milliseconds } = found;
    const html = cellReportPage({
      title: 'A Puma lays a workpiece into a tray, straight across',
      scene,
      motions: path.motions,
      result,
      options: asked,
      milliseconds,
      version: packageVersion(),
      unit: 'm',
    });
    await show(page, html, options, streams, c);
  }
}

/** What somebody finds who looks at the waypoints only. */
function samplingText(scene: Scene, { path, result }: PathCheck, c: Colors): string {
  const distances = Array.from({ length: path.segments + 1 }, (_, k) => scene.distanceAt(path.motions, k).lower);
  const least = Math.min(...distances);
  const label = `  ${'sampling'.padEnd(11)} `;
  if (!(least > 0)) return '';
  const seen = `all ${distances.length} waypoints are free, nothing is closer than ${shownDown(least)} there`;
  if (result.status !== 'contact') return `${label}${seen}; that alone says nothing about what lies between\n`;
  const [before, after] = waypointsAround(result.time, path.segments);
  const both = [before, after].map((k) => `${shown(distances[k], 4)} at waypoint ${k}`).join(' and ');
  return `${label}${seen}: ${c.bold('they miss the contact')}, with ${both}\n`;
}

async function show(page: OutputFile, html: string, options: DemoOptions, streams: Streams, c: Colors): Promise<void> {
  const { stdout, env } = streams;
  await page.write(html, []);
  stdout.write(`\n${c.bold('page')}  ${page.path}  ${c.dim(pathToFileURL(resolve(page.path)).href)}\n`);
  if (!options.serve || stdout.isTTY !== true || env.CI) return;
  const served = await servePage(html, options.port);
  stdout.write(`${c.bold('look')}  ${c.cyan(served.url)}  ${c.dim('(Ctrl-C ends)')}\n`);
  await streams.untilInterrupted();
  await served.close();
}
