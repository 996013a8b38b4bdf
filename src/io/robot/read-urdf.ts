import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Robot } from '../../robot/robot.ts';
import type { RobotLoop } from '../../robot/robot-model.ts';
import { type Files, namedFile, OutsideError, type PackageFolder } from '../files.ts';
import type { SceneMeshOptions } from '../mesh/mesh-assembly.ts';
import { readMesh } from '../mesh/read-mesh.ts';
import { meterOf, type WorkMeter } from '../work-meter.ts';
import { type BuildRobotOptions, buildRobot, checkGeometry, shapesIn } from './build-robot.ts';
import { type MeshPlace, meshPlaces, type Packages } from './package-path.ts';
import { parseSrdf } from './parse-srdf.ts';
import { parseUrdf } from './parse-urdf.ts';
import type { UrdfGeometry, UrdfLink, UrdfModel } from './urdf-model.ts';

/** How a robot is read: as `buildRobot` makes it, and where its files are; all optional. */
export interface ReadUrdfOptions extends Omit<BuildRobotOptions, 'srdf' | 'loops' | 'looped'> {
  /**
   * What closes its loops, beside what the URDF says of them: frames that coincide, or the path of a YAML file with
   * `closed_loop`, `type` and `name_mot`, from the root of the Files. Default: nothing else.
   */
  readonly loops?: string | readonly RobotLoop[];
  /** The SRDF's path, from the root of the Files like the URDF's. Default: none, and neighbours are not tested. */
  readonly srdf?: string;
  /**
   * Folders of ROS packages by name, for `package://` and `model://`, from the root of the Files. Default: looked for
   * around the URDF.
   */
  readonly packages?: Packages;
  /**
   * Whether the inside of mesh files counts too; they must be closed then. Default false. Boxes, spheres, ... are
   * always solid.
   */
  readonly solid?: boolean;
  /** Which way is up in glTF and COLLADA files: as in the file ('keep', default), or turned to z; see `readMesh`. */
  readonly upAxis?: SceneMeshOptions['upAxis'];
}

const OPTIONS: readonly string[] = [
  'srdf',
  'geometry',
  'packages',
  'base',
  'name',
  'cylinderSegments',
  'solid',
  'upAxis',
  'allowAdjacent',
  'posable',
  'fixedBase',
  'pitches',
  'loops',
  'driven',
  'closed',
  'onWarning',
  'maxWork',
];

/**
 * Reads a robot: URDF, its meshes, and the SRDF beside it where one is given. Metres and radians. An InputError says
 * file and line of what is wrong.
 * @example
 * const robot = await readUrdf(files('cell'), 'ur5.urdf', { srdf: 'ur5.srdf' });
 * const path = robot.path([robot.neutral(), { shoulder_lift_joint: -1 }]);
 * const { status } = new Scene({ robots: [robot] }).firstContact({ [robot.name]: path });
 */
export async function readUrdf(files: Files, path: string, options: ReadUrdfOptions = {}): Promise<Robot> {
  checkOptions(options);
  const { srdf, packages, solid, upAxis, loops, ...building } = options;
  const maxWork = meterOf(options.maxWork);
  const kind = options.geometry ?? 'collision';
  const parsed = parseUrdf(await namedFile(files, path, 'readUrdf'), path, kind === 'none' ? 'collision' : kind, { maxWork });
  const hasLoops = parsed.loops !== undefined || loops !== undefined;
  const { urdf, ...closing } = hasLoops
    ? await (await import('./read-loops.ts')).readLoops(files, parsed, loops, maxWork)
    : { urdf: parsed };
  const semantic = srdf === undefined ? undefined : parseSrdf(await files.read(srdf), srdf, { maxWork });
  checkGeometry(urdf, kind);
  const meshes = new MeshReading(files, urdf, packages, maxWork, { solid, upAxis, maxWork });
  const wanted = urdf.links.flatMap((link) => shapesIn(link, kind).map((geometry) => ({ geometry, link }))).filter(isMesh);
  // All at once, since a server answers many as fast as one; then the first fault in the order of the file.
  const outcomes = await Promise.allSettled(wanted.map(({ geometry, link }) => meshes.read(geometry, link)));
  const read = new Map<UrdfGeometry, TriangleMesh>();
  outcomes.forEach((outcome, i) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    read.set(wanted[i].geometry, outcome.value);
  });
  return buildRobot(urdf, (geometry) => read.get(geometry) as TriangleMesh, { ...closing, ...building, maxWork, srdf: semantic });
}

function isMesh({ geometry }: { readonly geometry: UrdfGeometry }): boolean {
  return geometry.shape.type === 'mesh';
}

function checkOptions(options: ReadUrdfOptions): void {
  checkRecord(options, OPTIONS, 'readUrdf');
  const { srdf, geometry, upAxis, packages = {} } = options;
  if (srdf !== undefined && typeof srdf !== 'string') throw new InputError(`readUrdf: srdf must be a path, got ${shownValue(srdf)}`);
  if (geometry !== undefined && geometry !== 'collision' && geometry !== 'visual' && geometry !== 'none')
    throw new InputError(`readUrdf: geometry must be 'collision', 'visual' or 'none', got ${shownValue(geometry)}`);
  if (upAxis !== undefined && upAxis !== 'keep' && upAxis !== 'z')
    throw new InputError(`readUrdf: upAxis must be 'keep' or 'z', got ${shownValue(upAxis)}`);
  for (const [name, folder] of Object.entries(packages))
    if (typeof folder !== 'string')
      throw new InputError(`readUrdf: packages must give a folder for ${shownName(name)}, got ${shownValue(folder)}`);
}

/** A place in which a file is not, for each folder of its path: all links are followed. */
const MISSING_UNITS = 8192;

interface FoundFile {
  readonly path: string;
  /** Which of the places where it could have been. */
  readonly place: number;
  readonly bytes: Uint8Array;
}

/** The mesh files of one URDF: each is looked for and read once, and made a mesh once for every scale. */
class MeshReading {
  private readonly files: Files;
  private readonly urdf: UrdfModel;
  private readonly packages: Packages | undefined;
  private readonly work: WorkMeter;
  private readonly options: SceneMeshOptions;
  private readonly found: Map<string, Promise<FoundFile>> = new Map();
  private readonly leads: Map<string, Promise<FoundFile>> = new Map();
  private readonly made: Map<string, Promise<TriangleMesh>> = new Map();

  constructor(files: Files, urdf: UrdfModel, packages: Packages | undefined, work: WorkMeter, options: SceneMeshOptions) {
    this.work = work;
    this.files = files;
    this.urdf = urdf;
    this.packages = packages;
    this.options = options;
  }

  async read({ shape, line }: UrdfGeometry, link: UrdfLink): Promise<TriangleMesh> {
    if (shape.type !== 'mesh') throw new InputError(`is a ${shape.type}`, { file: this.urdf.file, line });
    const { filename, scale } = shape;
    try {
      return await remembered(this.made, JSON.stringify([filename, scale]), async () => {
        const { path, bytes } = await remembered(this.found, filename, () => this.find(filename));
        const isPlain = scale.every((factor) => factor === 1);
        const around: Files = {
          read: (other) => (other === path ? Promise.resolve(bytes) : this.files.read(other, { by: [this.urdf.file, path] })),
        };
        return readMesh(around, path, { ...this.options, scale: isPlain ? undefined : scale });
      });
    } catch (cause) {
      if (!(cause instanceof InputError)) throw cause;
      throw new InputError(`link ${shownName(link.name)}, mesh ${shownName(filename)}: ${cause.message}`, { file: this.urdf.file, line });
    }
  }

  /**
   * Which of the places it is, is settled by the first file of each package; the others try that one first. So a
   * package is not put together from several folders, and a server is not asked for much that it does not have.
   */
  private async find(filename: string): Promise<FoundFile> {
    const places = meshPlaces(this.urdf.file, filename, this.packages).map((own, place) => ({ ...own, place }));
    const folder = filename.split('/').slice(0, 3).join('/');
    const lead = this.leads.get(folder);
    if (lead === undefined) {
      const first = this.firstOf(places);
      this.leads.set(folder, first);
      return first;
    }
    const place = await lead.then((file) => file.place).catch(() => 0);
    return this.firstOf([...places.slice(place), ...places.slice(0, place)]);
  }

  private async firstOf(places: readonly (MeshPlace & { readonly place: number })[]): Promise<FoundFile> {
    let last: unknown;
    const tried: string[] = [];
    const refused: string[] = [];
    for (const place of places) {
      try {
        return { path: place.path, place: place.place, bytes: await this.readFile(place) };
      } catch (cause) {
        last = cause;
        this.work.spend(MISSING_UNITS * place.path.split('/').length);
        (cause instanceof OutsideError ? refused : tried).push(place.path);
      }
    }
    if (places.length === 1) throw givenTooHigh(last, places[0].package);
    const left =
      refused.length === 0
        ? ''
        : ` (not for ${refused.join(', ')}, which may be no package: --within FOLDER opens a folder, --allow-outside everything)`;
    throw new InputError(
      `not found; looked for ${tried.join(', ')}${left}. Say where the package is: "packages" of the robot in a cell, --package NAME=FOLDER beside a URDF on the command line, packages of readUrdf`,
    );
  }

  private async readFile({ path, package: own }: MeshPlace): Promise<Uint8Array> {
    const bytes = await this.files.read(path, { by: [this.urdf.file], ...(own === undefined ? {} : { package: own }) });
    // Servers of single-page applications answer every address, with their own page.
    if (/^\s*<(!doctype\s+html|html)/i.test(String.fromCharCode(...bytes.subarray(0, 64))))
      throw new InputError('is a web page, not a mesh; the server may have no such file', { file: path });
    return bytes;
  }
}

/** A folder that is given for a package stands for the package itself, not for the one that holds it. */
function givenTooHigh(cause: unknown, own: PackageFolder | undefined): unknown {
  if (!(cause instanceof InputError) || cause instanceof OutsideError || own?.given !== true) return cause;
  return new InputError(
    `${cause.message}; ${own.folder} is given for the package: its own folder is meant, the one with package.xml, not the one above`,
  );
}

function remembered<T>(map: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const ready = map.get(key);
  if (ready !== undefined) return ready;
  const promise = make();
  map.set(key, promise);
  return promise;
}
