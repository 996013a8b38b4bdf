import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError, Scene, type SceneFirstContactOptions } from '../../index.ts';
import { readCell } from '../../io/index.ts';
import type { SceneMethodName } from '../../methods/index.ts';
import { files } from '../../node/index.ts';
import { readPathOfCell } from '../../node/job/cell-path.ts';
import { checkPath, type PathCheck } from '../../node/job/check-path.ts';
import { loadMethod } from '../../node/load-method.ts';
import { cellReportPage } from '../../report/index.ts';
import { waypointsAround } from '../../words/scene-judgement.ts';
import { shownDown } from '../../words/shown-number.ts';
import { allowedText } from '../check/check-advice.ts';
import { checkText } from '../check/check-text.ts';
import { describeSizes } from '../scene-sizes.ts';
import { OutputFile, PAGE, refuseOutputs } from '../terminal/output-file.ts';
import { pageSite } from '../terminal/serve.ts';
import { type Colors, colorsFor, type OutputStream, type Streams } from '../terminal/streams.ts';
import { packageVersion } from '../version.ts';
import { openCell } from '../view/open-cell.ts';
import { placeOf, serveUntilInterrupted } from '../view/view.ts';
import { VIEWER_FOLDER, viewerSite } from '../view/viewer-site.ts';
import { coinDemo, writeCoinLines } from './coin-demo.ts';
import { PUMA_CELL_FOLDER } from './example-folder.ts';
import { toolDemo, writeForceStream } from './tool-demo.ts';

const REPORT = 'report.html';

export interface DemoOptions {
  readonly method: SceneMethodName;
  readonly out: string;
  /** Undefined: any, and only on a terminal. */
  readonly port?: number;
  readonly serve: boolean;
  /** Undefined: where there is a screen. */
  readonly open?: boolean;
  readonly tool?: boolean;
  readonly coins?: boolean;
  readonly count?: number;
  readonly json?: boolean;
}

export async function demo(options: DemoOptions, streams: Streams): Promise<void> {
  const { stdout, env } = streams;
  const c = colorsFor(stdout, env);
  const { tool, coins, json } = options;
  if (tool && coins) throw new InputError('--tool and --coins: choose one');
  if (json && !tool && !coins) throw new InputError('--json: is for the stream of forces of --tool, or the lines of --coins');
  if (options.count !== undefined && !coins) throw new InputError('--count: is for --coins');
  if (json) return tool ? writeForceStream(stdout) : writeCoinLines(stdout, options.count);
  const page = new OutputFile('--out', join(options.out, tool ? 'tool.html' : coins ? 'coins.html' : REPORT), PAGE);
  await refuseOutputs([page], []);
  if (tool || coins) return showPage(page, tool ? await toolDemo(stdout, c) : await coinDemo(stdout, c, options.count), options, streams);
  const folder = files(PUMA_CELL_FOLDER);
  const cell = await readCell(folder, 'cell.json');
  const { robots, obstacles, bodies, self, tolerance, clearance, allowed } = cell;
  const scene = new Scene(cell);
  const asked: SceneFirstContactOptions = { method: await loadMethod(options.method), tolerance, clearance, contacts: 'minimal' };
  const names = { severalRobots: false, allowed: allowedText(robots, allowed.length, self) };
  stdout.write('A Puma takes a workpiece from the bench and lays it into a tray; between the two stands a post. Lengths in m.\n');
  stdout.write(`${describeSizes(robots, obstacles, bodies, self, c)}\n`);
  for (const file of ['around.csv', 'across.csv']) {
    const path = await readPathOfCell(folder, cell, scene, file);
    const found = checkPath(scene, path, asked, { intervals: false, clearance: true, limits: 'default' });
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
    await written(page, html, stdout, c);
    if (isServed(options, streams)) await showCell(html, options, streams);
  }
}

/** What somebody finds who looks at the waypoints only. */
function samplingText(scene: Scene, { path, result }: PathCheck, c: Colors): string {
  if (result.status !== 'contact') return '';
  const around = waypointsAround(result.time, path.segments).map((k) => ({ k, least: scene.distanceAt(path.motions, k).gap[0] }));
  if (around.some(({ least }) => !(least > 0))) return '';
  const both = around.map(({ k, least }) => `${shownDown(least)} at waypoint ${k}`).join(' and ');
  return `  ${'sampling'.padEnd(11)} the waypoints around are free, ${both}: ${c.bold('they miss the contact')}\n`;
}

/** The cell in the viewer, with the page of its path beside it. */
async function showCell(html: string, { port, open }: DemoOptions, streams: Streams): Promise<void> {
  const { files, link } = await openCell(join(PUMA_CELL_FOLDER, 'cell.json'), [join(PUMA_CELL_FOLDER, 'across.csv')], {}, streams.env);
  const site = await viewerSite(VIEWER_FOLDER, files, [pageSite(`/${REPORT}`, html)], link);
  const links = [{ link }, { link: REPORT, words: 'the page that was written' }];
  await serveUntilInterrupted(site, placeOf(port), links, open, streams);
}

async function showPage(page: OutputFile, html: string, options: DemoOptions, streams: Streams): Promise<void> {
  const { stdout, env } = streams;
  await written(page, html, stdout, colorsFor(stdout, env));
  if (!isServed(options, streams)) return;
  await serveUntilInterrupted(pageSite('/', html), placeOf(options.port), [{ link: '' }], options.open, streams);
}

async function written(page: OutputFile, html: string, stdout: OutputStream, c: Colors): Promise<void> {
  await page.write(html, []);
  stdout.write(`\n${c.bold('page')}  ${page.path}  ${c.dim(pathToFileURL(resolve(page.path)).href)}\n`);
}

/** Without a terminal nobody would end it; who names a port means it. */
function isServed({ serve, port }: DemoOptions, { stdout, env }: Streams): boolean {
  return serve && (port !== undefined || (stdout.isTTY === true && !env.CI));
}
