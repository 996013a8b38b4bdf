/** Steps of deforming meshes: step files, and frames of one mesh, from each to the next. */
import { InputError } from '../../index.ts';
import { readStepFile, readStepMesh, type StepMesh } from '../../io/index.ts';
import type { JobItem, JobSection, Subject } from '../../node/job/job-item.ts';
import { packEnds, packSteps, type StepBodies } from '../../node/job/packed-steps.ts';
import { askOf } from './task-ask.ts';
import { faultItem, readAhead, type TaskSource } from './task-source.ts';

interface Step {
  readonly id: string;
  readonly file: string;
  readonly bodies: readonly StepMesh[];
  readonly allowed: readonly (readonly [string, string])[];
  readonly clearance?: number;
  readonly tolerance?: number;
}

type Read = Step | { readonly id: string; readonly file: string; readonly error: unknown };

export async function* stepItems(source: TaskSource): AsyncGenerator<JobItem> {
  const { task } = source;
  if (typeof task.clearance === 'object') throw new InputError('clearance by groups is for robots; steps have one');
  const sections = new StepSections(source);
  const files = task.steps.length === 0 ? [] : await source.expand(task.steps);
  const frames = task.frames.length === 0 ? [] : await source.expand(task.frames);
  if (frames.length === 1) throw new InputError(`${frames[0]}: is one frame; a step needs two`);
  const pairs = frames.slice(1).map((to, i) => [frames[i], to] as const);
  for await (const step of readAhead(files, (file) => stepOfFile(source, file), 2)) yield sections.item(step);
  for await (const step of readAhead(pairs, (pair) => stepOfFrames(source, pair), 2)) yield sections.item(step);
}

async function stepOfFile({ namedFiles, idOf, options: { maxWork } }: TaskSource, file: string): Promise<Read> {
  const id = idOf(file);
  try {
    const { bodies, allowed, clearance, tolerance } = await readStepFile(namedFiles, file, { maxWork });
    return { id, file, bodies, allowed, clearance, tolerance };
  } catch (error) {
    return { id, file, error };
  }
}

async function stepOfFrames({ namedFiles, idOf, options: { maxWork } }: TaskSource, [from, to]: readonly [string, string]): Promise<Read> {
  const id = `${idOf(from)} to ${to.slice(to.lastIndexOf('/') + 1)}`;
  try {
    return { id, file: to, bodies: [await readStepMesh(namedFiles, [from, to], { name: 'mesh', maxWork })], allowed: [] };
  } catch (error) {
    return { id, file: to, error };
  }
}

/** Steps of the same triangles share a subject. */
class StepSections {
  private readonly source: TaskSource;
  private readonly subjects: Map<string, Subject> = new Map();
  private readonly sections: Map<string, JobSection> = new Map();
  private last: JobSection | undefined;

  constructor(source: TaskSource) {
    this.source = source;
  }

  item(step: Read): JobItem {
    const { id, file } = step;
    try {
      if ('error' in step) throw step.error;
      const bodies = this.bodiesOf(step);
      const section = this.sectionOf(step, bodies);
      this.last = section;
      const moving = step.bodies.filter(({ end }) => end !== null);
      const ends = { from: moving.map(({ mesh }) => mesh.positions), to: moving.map(({ end }) => end as Float64Array) };
      return { id, file, isAlone: true, section, data: packEnds(ends) };
    } catch (error) {
      return faultItem(id, file, this.last ?? this.emptySection(), error);
    }
  }

  /** Bodies and pairs that are tested, settled as by `inbetween step`. */
  private bodiesOf({ bodies, allowed, file }: Step): StepBodies {
    const { self: wish = false } = this.source.task;
    const isAlone = bodies.length === 1;
    const judged = bodies.map(({ name, mesh, end, self }) => ({
      name,
      mesh,
      moves: end !== null,
      self: self ?? (isAlone || (wish && end !== null)),
    }));
    const tested = (bodies.length * (bodies.length - 1)) / 2 - new Set(allowed.map((pair) => [...pair].sort().join('\n'))).size;
    if (tested === 0 && !judged.some(({ self }) => self))
      throw new InputError('nothing to test: all pairs of bodies are allowed, and none is tested against itself', { file });
    if (!judged.some(({ moves }) => moves)) throw new InputError('nothing moves in it', { file });
    return { bodies: judged, allowed };
  }

  private sectionOf(step: Step, bodies: StepBodies): JobSection {
    const { task, options, subject } = this.source;
    const key = subject(packSteps(bodies, true)).id;
    const about = this.subjects.get(key) ?? subject(packSteps(bodies));
    remember(this.subjects, key, about);
    const { clearance = step.clearance, tolerance = step.tolerance } = task;
    const ask = askOf({ ...task, ...(clearance === undefined ? {} : { clearance }) }, options, tolerance);
    const own = `${key} ${JSON.stringify(ask)}`;
    const section = this.sections.get(own) ?? { name: step.file, subject: about, kind: 'step', ask, columns: null };
    remember(this.sections, own, section);
    return section;
  }

  /** The section before the first step that could be read. */
  private emptySection(): JobSection {
    const { task, options, subject } = this.source;
    return { name: 'steps', subject: subject(new Uint8Array(0)), kind: 'step', ask: askOf(task, options), columns: null };
  }
}

/** Files of ever new triangles must not fill the memory. */
const MOST_REMEMBERED = 16;

function remember<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key);
  known.set(key, value);
  for (const old of known.keys()) if (known.size > MOST_REMEMBERED) known.delete(old);
}
