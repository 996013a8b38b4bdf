import { InputError, type Scene, type ToolPathOptions } from '../../index.ts';
import { type LoadedCell, programIn, programText, readCellMotions, type ToolProgram } from '../../io/index.ts';
import { type PlanLines, type PlanOnLines, type PlanRequest, planOnLines } from '../../plan/index.ts';
import { safeJson, safeText } from '../../words/safe-text.ts';
import { counted } from '../../words/shown-number.ts';
import { jsonKind, KnownFiles, OutputFile, refuseOutputs } from '../terminal/output-file.ts';
import type { Colors, Streams } from '../terminal/streams.ts';
import { packageVersion } from '../version.ts';
import { PLAN_FORMAT } from './plan-json.ts';
import type { PlanOptions } from './plan-options.ts';

/** What has no sense, or is not there yet, for paths that begin or end on lines. */
const REFUSED = {
  proof: '--proof',
  time: '--time',
  report: '--report',
  upright: '--upright',
  constraints: '--constraints',
  workers: '--workers',
} as const;

/** Whether the tool is to leave or to come on a line; refuses what does not go with it. */
export function wantsLines(options: PlanOptions): boolean {
  const { approach, retreat, tool, json, out } = options;
  if (approach === undefined && retreat === undefined) {
    if (tool !== undefined) throw new InputError('--tool says which link goes on lines; give --approach or --retreat too');
    return false;
  }
  const other = (Object.keys(REFUSED) as (keyof typeof REFUSED)[]).find((key) => options[key] !== undefined);
  if (other !== undefined) throw new InputError(`${REFUSED[other]} does not go with --approach and --retreat`);
  if (typeof json === 'string') throw new InputError('--json goes to the output with --approach and --retreat; --out writes the program');
  if (out !== undefined && !/\.json$/i.test(out))
    throw new InputError(`--out ${out}: lines of the tool are written as a program, and its name should end in .json`);
  return true;
}

/** Plans with lines of the tool at its ends; resolves to whether a path was found. */
export async function plannedOnLines(
  scene: Scene,
  cell: LoadedCell,
  request: PlanRequest,
  options: PlanOptions,
  { stdout, untilInterrupted }: Streams,
  inputs: Iterable<string>,
  c: Colors,
): Promise<boolean> {
  const { out, json, quiet } = options;
  const file = out === undefined ? undefined : new OutputFile('--out', out, jsonKind('inbetween-program/1'));
  await refuseOutputs(file === undefined ? [] : [file], [cell.file]);
  const signal = { aborted: false };
  untilInterrupted().then(() => {
    signal.aborted = true;
  });
  const lines = linesOf(request, options);
  const found = await planOnLines(scene, { ...request, signal }, lines);
  const program = found.program === null ? null : programOf(scene, lines, found.program);
  if (file !== undefined && program !== null) {
    const text = programText(inUnitsOf(cell, program));
    await certify(scene, cell, request, file.path, text);
    await file.write(text, await KnownFiles.of(inputs));
  }
  if (json === true) stdout.write(jsonText(cell, program, found));
  else if (!quiet) stdout.write(`\n${words(found, c)}${file === undefined || program === null ? '' : `\nwritten: ${file.path}\n`}`);
  return found.status === 'found';
}

/** The tool: the link that --tool names, or that of the goal's pose. */
function linesOf({ to }: PlanRequest, { tool, approach, retreat }: PlanOptions): PlanLines {
  const goal =
    typeof to === 'object' && to !== null && 'link' in to ? (to as { link: string; robot?: string; at?: PlanLines['at'] }) : null;
  const [robot, link] = tool?.includes('/') ? tool.split('/') : [undefined, tool ?? goal?.link];
  if (link === undefined) throw new InputError('--tool is missing: nothing says which link goes on lines');
  const own = goal !== null && goal.link === link;
  return {
    link,
    ...(robot !== undefined ? { robot } : own && goal.robot !== undefined ? { robot: goal.robot } : {}),
    ...(own && goal.at !== undefined && { at: goal.at }),
    ...(approach !== undefined && { approach }),
    ...(retreat !== undefined && { retreat }),
  };
}

function programOf({ robots }: Scene, { robot, link }: PlanLines, program: ToolPathOptions): ToolProgram {
  const owner = robots.find((one) => (robot === undefined || one.name === robot) && one.links.some(({ name }) => name === link));
  const plain = JSON.parse(JSON.stringify(program, (_, value) => (value instanceof Float64Array ? Array.from(value) : value)));
  return { ...(robots.length > 1 && owner !== undefined && { robot: owner.name }), ...plain };
}

/** As the cell, or the command, says that programs are. */
function inUnitsOf({ robots, units }: LoadedCell, program: ToolProgram): ToolProgram {
  const owner = robots.find(({ name }) => name === (program.robot ?? name));
  return units === undefined || owner === undefined ? program : programIn(program, owner, units);
}

/** What would be read back is proven too. */
async function certify(scene: Scene, cell: LoadedCell, request: PlanRequest, name: string, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const { motions } = await readCellMotions({ read: async () => bytes }, cell, name);
  const { clearance, tolerance } = request;
  const { status } = scene.firstContact(motions, { clearance, tolerance, contacts: 'none' });
  if (status !== 'free') throw new Error(`the program as it would be written to ${name} is not certified: ${status}`);
}

function words({ status, why = '', program }: PlanOnLines, c: Colors): string {
  if (status === 'none') return `${c.bold('NONE')}  ${safeText(why)}\n`;
  const moves = program?.moves ?? [];
  const lines = moves.filter((move) => 'line' in move).length;
  return `${c.bold('FOUND')}  ${counted(lines, 'line')} of the tool and ${counted(moves.length - lines, 'joint move')}, proven free all the way\n`;
}

function jsonText({ file, name, units }: LoadedCell, program: ToolProgram | null, { status, why, certificate }: PlanOnLines): string {
  return `${safeJson({
    format: PLAN_FORMAT,
    version: packageVersion(),
    cell: file,
    name,
    status,
    why: why ?? null,
    // a program that says no units is in those of its cell
    program: program && (units === undefined ? program : { ...program, units: 'radians, metres' }),
    certificate: certificate && { status: certificate.status, clearance: certificate.clearance, tolerance: certificate.tolerance },
  })}\n`;
}
