import { join } from 'node:path';
import { InputError, limitFindings, type RobotPath, type SceneMotions } from '../../index.ts';
import { type CellMotions, readCellMotions } from '../../io/index.ts';
import { planReportPage } from '../../report/index.ts';
import { entryOf } from '../../words/entries.ts';
import { ProofFile } from '../check/check-proof.ts';
import { isPage } from '../check/report/report-folder.ts';
import { jsonKind, type KnownFiles, OutputFile, type OutputKind, PAGE, refuseOutputs } from '../terminal/output-file.ts';
import { packageVersion } from '../version.ts';
import { keepsConstraints } from './keeps-constraints.ts';
import {
  drivenColumns,
  inUnits,
  PATH_FORMAT,
  type PathTextFormat,
  pathTable,
  pathText,
  pathTextFormat,
  someColumns,
  standingBases,
  writable,
} from './path-text.ts';
import { PLAN_FORMAT, planJson } from './plan-json.ts';
import type { PlanOptions } from './plan-options.ts';
import { type Planned, robotPaths } from './planned.ts';
import { difference } from './same-table.ts';

const ANSWER: OutputKind = jsonKind(PLAN_FORMAT);
const NOTE = 'planned by inbetween';
/** Files that this command wrote before; a JSON path has no room for a note, but says its format. */
const NO_PATH = 'no path planned before';
const PATH: OutputKind = { not: NO_PATH, mark: new RegExp(`^# ${NOTE}|${jsonKind(PATH_FORMAT).mark.source}`) };

/** The files that a run writes. */
export class PlanOutputs {
  /** Files that were written. */
  readonly written: string[] = [];
  private readonly inputs: readonly string[];
  private readonly path: OutputFile | undefined;
  private readonly format: PathTextFormat = 'json';
  private readonly json: OutputFile | undefined;
  private readonly page: OutputFile | undefined;
  private readonly proof: ProofFile | undefined;
  /** The path as it is read from what was written. */
  private motions: SceneMotions | null = null;
  /** What the proof is, in words. */
  proven = '';

  constructor({ out, json, report, proof }: Pick<PlanOptions, 'out' | 'json' | 'report' | 'proof'>, cellFile: string) {
    this.inputs = [cellFile];
    if (report === '') throw new InputError('--report: should name a folder, or a page that ends in .html');
    if (typeof json === 'string' && !/\.json$/i.test(json)) throw new InputError(`--json ${json}: its name should end in .json`);
    if (out !== undefined) {
      this.format = pathTextFormat(out, '--out');
      this.path = new OutputFile('--out', out, PATH);
    }
    if (proof !== undefined) this.proof = new ProofFile(proof);
    if (typeof json === 'string') this.json = new OutputFile('--json', json, ANSWER);
    if (report !== undefined) this.page = new OutputFile('--report', isPage(report) ? report : join(report, 'index.html'), PAGE);
  }

  /** The picture shows them. */
  get wantsTrees(): boolean {
    return this.page !== undefined;
  }

  /** Before the work: refuses what would write over something, or cannot be written. */
  async refuse(): Promise<void> {
    const outputs = [this.path, this.json, this.page, this.proof?.output].flatMap((output) => output ?? []);
    await refuseOutputs(outputs, this.inputs);
  }

  jsonText(planned: Planned): string {
    return planJson(planned);
  }

  /** `read`: the files that the problem was read from. */
  async write(planned: Planned, inputs: KnownFiles, read: Iterable<string>): Promise<void> {
    const put = async (output: OutputFile | undefined, text: () => string | Promise<string>) => {
      if (output === undefined) return;
      await output.write(await text(), inputs);
      this.written.push(output.path);
    };
    if (robotPaths(planned).length > 0) await put(this.path, () => this.certifiedText(planned));
    await put(this.json, () => this.jsonText(planned));
    await put(this.page, () => pageText(planned));
    await this.prove(planned, inputs, read);
  }

  /** On the processor, whatever found the path; where it was written, as it is read from there. */
  private async prove({ scene, request, timed, found }: Planned, inputs: KnownFiles, read: Iterable<string>): Promise<void> {
    const motions = this.motions ?? timed?.trajectories ?? found.path;
    if (this.proof === undefined || motions === null) return;
    const { clearance, tolerance } = request;
    const files = [...read, ...(this.path === undefined ? [] : [this.path.path])];
    this.proven = await this.proof.record(
      (proof) => void scene.firstContact(motions, { clearance, tolerance, contacts: 'none', proof }),
      files,
    );
    await this.proof.write(inputs);
    this.written.push(this.proof.output.path);
  }

  /** The text of the path, once what `check` would read in it is certified too. */
  private async certifiedText(planned: Planned): Promise<string> {
    const { cell, scene, request } = planned;
    const { format, path } = this;
    const name = path?.path ?? '';
    const { robots } = scene;
    const table = writable(pathTable(robotPaths(planned)), format);
    const bases = standingBases(table, robots, cell.starts);
    const isKept = (column: number) => !bases[column] || bases.every((is) => is);
    const text = pathText(someColumns(inUnits(table, robots, cell.units), isKept), format, NOTE);
    const bytes = new TextEncoder().encode(text);
    let read: CellMotions;
    try {
      read = await readCellMotions({ read: async () => bytes }, cell, name);
    } catch (cause) {
      if (!(cause instanceof InputError)) throw cause;
      throw new InputError(`--out ${name}: the path cannot be written in this format (${cause.message}); choose .json`);
    }
    const again = pathTable(robots.map((robot) => entryOf(read.paths, robot.name)));
    const other = difference(drivenColumns(again, robots), drivenColumns(table, robots));
    if (other !== undefined)
      throw new InputError(
        `--out ${name}: the path cannot be written in this format, because another would be read: ${other}; choose ${format === 'json' ? '.yaml' : '.json'}`,
      );
    this.motions = read.motions;
    const { clearance, tolerance } = request;
    const { status } = scene.firstContact(read.motions, { clearance, tolerance, contacts: 'none' });
    if (status !== 'free') throw new Error(`the path as it would be written to ${name} is not certified: ${status}`);
    if (!keepsConstraints(scene, request, read.paths))
      throw new Error(`the path as it would be written to ${name} is not proven to keep the constraints`);
    const faults = (paths: readonly RobotPath[]) =>
      paths.flatMap((own) => limitFindings(own).map(({ joint, limit }) => `${limit} of ${joint}`));
    const before = faults(robotPaths(planned));
    const broken = faults(Object.values(read.paths)).find((fault) => !before.includes(fault));
    if (broken !== undefined) throw new Error(`the path as it would be written to ${name} exceeds the ${broken}`);
    return text;
  }
}

/** Everything at the start, as a path that stays there. */
function standingAt({ robots }: Planned['scene'], from: Readonly<Record<string, Float64Array>>): SceneMotions {
  return Object.fromEntries(robots.map((robot) => [robot.name, robot.path([entryOf(from, robot.name), entryOf(from, robot.name)])]));
}

function pageText({ cell, scene, request, found, timed, names, clearance }: Planned): string {
  const { clearance: kept, tolerance } = request;
  return planReportPage({
    title: `${cell.name}: ${names.join(' → ')}`,
    scene,
    plan: found,
    standing: standingAt(scene, request.from as Readonly<Record<string, Float64Array>>),
    options: { clearance: kept, tolerance },
    ...(clearance === null ? {} : { clearance }),
    ...(timed === null ? {} : { timed }),
    version: packageVersion(),
    unit: 'm',
  });
}
