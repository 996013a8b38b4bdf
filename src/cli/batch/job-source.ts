/** What a job is made of, whoever wrote it down: a job file, or the words of the command line. */
import { InputError } from '../../index.ts';
import { type JobOptions, type JobTask, type NamedBy, parseJob, parseUnits } from '../../io/index.ts';
import { CELL_FORMAT, formatOf, JOB_FORMAT, SCENE_FORMATS, STEP_FORMAT } from '../file-format.ts';
import type { RecordedFiles } from '../terminal/input-files.ts';
import { optionName } from '../terminal/option-values.ts';
import { slashed } from '../terminal/slashed-path.ts';
import type { BatchOptions } from './batch-options.ts';

export interface JobSource {
  readonly name: string;
  readonly tasks: readonly JobTask[];
  /** The job file that names what tasks are about; absent: the person does. */
  readonly named?: NamedBy;
  /** Where names of the job start: what stands before is left out of ids. */
  readonly folder: string;
}

/** Keys that a job has, and nothing else that 'batch' takes. */
const JOB_KEYS = /^\s*\{\s*"(cell|tasks|paths)"\s*:|,\s*"(cell|tasks|paths)"\s*:/;

/** `job`: a job file, or a cell, robot, mesh, scene or step file; `paths` belong to a cell. */
export async function readJob(files: RecordedFiles, job: string, paths: readonly string[], options: BatchOptions): Promise<JobSource> {
  const place = slashed(job);
  const format = await formatOf(files, place);
  if (format === JOB_FORMAT) return jobFile(files, place, paths, options);
  if (format === undefined && /\.jsonc?$/i.test(place) && JOB_KEYS.test(Buffer.from(await files.read(place)).toString('utf8')))
    throw new InputError(`looks like a job, but does not say so; it begins with { "format": "${JOB_FORMAT}", ...`, { file: job });
  const given = {
    paths: paths.map(slashed),
    motions: (options.motions ?? []).map(slashed),
    roadmap: (options.roadmap ?? []).map(slashed),
  };
  const items = given.paths.length + given.motions.length + given.roadmap.length;
  const task = { ...given, steps: [], frames: [], line: 1, ...optionsOf(options) };
  const whole = (own: Partial<JobTask>): JobSource => ({ name: job, tasks: [{ ...task, ...own }], folder: '' });
  if (format === SCENE_FORMATS[0] || format === STEP_FORMAT) {
    if (items > 0) throw new InputError(`${job} is no cell: it takes neither paths, nor --motions, nor --roadmap`);
    return whole(format === STEP_FORMAT ? { steps: [place] } : { scene: place });
  }
  if (format === SCENE_FORMATS[1] && items === 0) return whole({ scene: place });
  if (format !== undefined && format !== CELL_FORMAT && format !== SCENE_FORMATS[1] && format.startsWith('inbetween-'))
    throw new InputError(
      `has the format ${JSON.stringify(format)}; 'batch' takes a job (${JOB_FORMAT}), or what 'check' and 'query' take`,
      {
        file: job,
      },
    );
  return whole({ cell: place, ...(options.srdf === undefined ? {} : { srdf: slashed(options.srdf) }) });
}

async function jobFile(files: RecordedFiles, place: string, paths: readonly string[], options: BatchOptions): Promise<JobSource> {
  const extra = (['motions', 'roadmap', 'srdf', 'scene', 'package', 'geometry', 'fixedBase', 'acm'] as const).find(
    (key) => options[key] !== undefined,
  );
  if (paths.length > 0 || extra !== undefined)
    throw new InputError(`${extra === undefined ? 'paths' : optionName(extra)}: a job file says itself what there is; put it there`);
  const { name, tasks } = parseJob(await files.read(place), place, { maxWork: options.maxWork });
  const said = optionsOf(options);
  return {
    name,
    tasks: tasks.map((task) => ({ ...task, ...said })),
    named: { by: [place] },
    folder: place.slice(0, place.lastIndexOf('/') + 1),
  };
}

/** What the command line says holds for all tasks. */
function optionsOf(options: BatchOptions): JobOptions {
  const { method, start, tolerance, clearance, maxIterations, budget, arrivals, all, margin, self, units, group } = options;
  const limits = options.ignoreLimits ? 'ignore' : options.limits;
  const all_ = {
    ...{ method, start, tolerance, clearance, maxIterations, budget, limits, arrivals, all, margin, group },
    ...(self === false ? { self } : {}),
    ...(units === undefined ? {} : { units: parseUnits(units, '--units') }),
  };
  return Object.fromEntries(Object.entries(all_).filter(([, value]) => value !== undefined)) as JobOptions;
}
