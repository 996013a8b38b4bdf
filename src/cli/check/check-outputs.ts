import { InputError } from '../../index.ts';
import { JUNIT, jsonKind, type KnownFiles, OutputFile, type OutputKind, PAGE, refuseOutputs } from '../terminal/output-file.ts';
import { CHECK_FORMAT, checkJson } from './check-json.ts';
import type { CheckNames } from './check-names.ts';
import type { CheckOptions } from './check-options.ts';
import { ProofFile } from './check-proof.ts';
import type { CheckedPath } from './checked-path.ts';
import { junitText } from './junit-text.ts';
import { isPage, pageText, type ReportedCell, ReportFolder } from './report/report-folder.ts';

const ANSWER: OutputKind = jsonKind(CHECK_FORMAT);

/** What all outputs of one run tell of. */
export interface CheckedCell extends ReportedCell {
  readonly self: boolean;
  readonly names: CheckNames;
}

/** The files that a run writes. */
export class CheckOutputs {
  private readonly inputs: readonly string[];
  private readonly json: OutputFile | undefined;
  private readonly junit: OutputFile | undefined;
  private readonly page: OutputFile | undefined;
  private readonly folder: ReportFolder | undefined;
  readonly proof: ProofFile | undefined;

  constructor({ json, junit, report, proof }: CheckOptions, cellFile: string, paths: readonly string[]) {
    if (report === '') throw new InputError('--report: should name a folder, or a page that ends in .html');
    if (report !== undefined && isPage(report) && paths.length > 1)
      throw new InputError(`--report ${report} shows one path, but ${paths.length} are given; name a folder for a page of each`);
    // A path that follows --json would be taken for its file.
    const advice = 'to print the JSON put --json behind the paths';
    if (typeof json === 'string' && !/\.json$/i.test(json)) throw new InputError(`--json ${json}: its name should end in .json; ${advice}`);
    if (proof !== undefined) this.proof = new ProofFile(proof);
    this.inputs = [cellFile, ...paths];
    if (typeof json === 'string') this.json = new OutputFile('--json', json, ANSWER, `choose another name, or remove it first; ${advice}`);
    if (junit !== undefined) this.junit = new OutputFile('--junit', junit, JUNIT);
    if (report === undefined) return;
    if (isPage(report)) this.page = new OutputFile('--report', report, PAGE);
    // What the cell names as its path is not known yet.
    else this.folder = new ReportFolder(report, paths.length > 0 ? paths : [cellFile]);
  }

  /** Before the work: refuses what would write over something, or cannot be written. */
  async refuse(): Promise<void> {
    await this.folder?.refuseFile();
    for (const { path } of [this.json, this.junit, this.proof?.output].flatMap((output) => output ?? []))
      if (this.folder?.isAt(path)) throw new InputError(`${path}: is the folder of --report, and cannot be a file, too`);
    const files = [this.json, this.junit, this.page, this.proof?.output].flatMap((output) => output ?? []);
    await refuseOutputs([...files, ...(this.folder?.outputs ?? [])], this.inputs);
  }

  jsonText({ cell, asked, self, names }: CheckedCell, paths: readonly CheckedPath[]): string {
    const faults = paths.flatMap(({ error }) => error?.message ?? []);
    return checkJson(cell, { ...asked, self }, foundOf(paths), names.untested, faults);
  }

  /** Notes in `known` what was written. */
  async write(
    cell: CheckedCell,
    known: { readonly paths: readonly CheckedPath[]; readonly written: string[] },
    inputs: KnownFiles,
  ): Promise<void> {
    const { paths, written } = known;
    const found = foundOf(paths);
    const put = async (output: OutputFile | undefined, text: () => string | Promise<string>) => {
      if (output === undefined) return;
      await output.write(await text(), inputs);
      written.push(output.path);
    };
    await put(this.json, () => this.jsonText(cell, paths));
    const faults = paths.flatMap(({ name, error }) => (error === undefined ? [] : [{ path: name, message: error.message }]));
    await put(this.junit, () => junitText(cell.cell.name, found, faults, cell.names));
    if (found.length > 0) await put(this.page, () => pageText(cell, found[0], paths.find((one) => one.found !== undefined)?.shown));
    if (this.proof !== undefined && found.length > 0) {
      await this.proof.write(inputs);
      written.push(this.proof.output.path);
    }
    if (this.folder !== undefined) written.push(await this.folder.write(cell, paths, inputs));
  }
}

function foundOf(paths: readonly CheckedPath[]) {
  return paths.flatMap(({ found }) => found ?? []);
}
