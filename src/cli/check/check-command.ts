import type { Command } from 'commander';
import { SCENE_METHODS } from '../terminal/method-names.ts';
import {
  arrivalsOption,
  count,
  limitsOption,
  meshScaleOption,
  methodOption,
  nonNegativeNumber,
  positiveNumber,
  robotOptions,
  several,
  startOption,
  workOption,
} from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import type { CheckOptions } from './check-options.ts';

const EXAMPLES = `
A cell file names the robots (URDF, SRDF) and what stands around them; 'inbetween init' writes one to start from. A path is a CSV,
JSON or YAML file, a NumPy array, or a ROS JointTrajectory: with times it runs as a controller executes it (linear, cubic, quintic), without by
straight lines in joint space. A program of tool moves (inbetween-program/1) is a path whose tool goes on lines, arcs and blends, and the
joints follow; answers name the move, from 0. Without PATH the one that the cell names is checked. Waypoints are counted from 0, and waypoint k
is at t = k.

Paths of other planners are judged as they come: a robot (URDF), or the mesh of a body that moves freely, stands in place of
the cell, --scene is what is around it. Rows without names are the joints of --group, or of the group of --request; those of a body are
x y z qx qy qz qw. JSON lines, one plan each, are as many paths; of a scene of robots those that are planned for it.

Exit code 0 means that every tested pair was proven apart, from start to end. A path that starts in contact is a contact. Pairs
that may touch should be allowed, by "allow" in the cell or an SRDF ('inbetween acm' writes one). Where a robot rightly starts in
contact and leaves it, --start leaving judges those pairs from where they are proven apart; pairs that never come apart are
listed as not judged, and the exit code is 3 then. So it is where nothing was tested at all (no obstacles, and --no-self or no two
links to test): free is only said of what was proven. A warning tells it, with --quiet too; and sizes that look like another unit of
length. A robot (URDF) without --scene is tested against itself only.

Limits of joints are judged along the whole path, by what the joints really do: positions, and for timed paths velocities and
accelerations. Beyond the range of positions is an error, exit code 1; beyond the rates a warning; --limits changes that.

What a robot takes must be touched by it then ("by" or one of "touches"), and what it lays onto something must touch that: a hand that
takes air is an error, exit code 1, though nothing is hit; --arrivals warn only tells it.

In GitHub Actions every path that is not free, and every limit that is an error, is an annotation at its file (on stderr), and a table of
all paths is appended to the job summary, with --quiet too; --no-github leaves that out.

--proof writes what shows the answer to whoever does not trust this program: the problem in numbers, and for every tested pair and
segment of the path along which directions its parts are apart, and when. With --report it is verified, and the page says so and shows how
it covers time. Not covered yet, and refused: several paths at once, uncertainty together with what is taken and laid down or may touch at
an end (--start leaving), parts that lie on what moves by itself (belts, trays), programs with blends that have a tube around them
(triangle).

--budget is for all work on one path together: the first contact, --all, and the least distance along the way. How far it reaches
depends on the machine and what else it does; --max-iterations counts steps, of each of these searches, and ends at the same one everywhere.

Examples:
  $ inbetween check cell.json path.csv
  $ inbetween check cell.json paths/*.csv --junit report.xml --quiet
  $ inbetween check examples/welding/cell.json examples/welding/lifted.json
  $ inbetween check cell.json path.yaml --clearance 0.01 --report contact.html
  $ inbetween check cell.json path.csv --all --json answer.json
  $ inbetween check cell.json paths/*.csv --report report --junit report/junit.xml
  $ inbetween check panda.urdf --srdf panda.srdf --scene scene0001.yaml --request request0001.yaml path.txt
  $ inbetween check problem.json plans.jsonl
  $ inbetween check part.stl --scene room.obj poses.csv
  $ inbetween check cell.json path.csv --proof path.proof.gz && inbetween verify path.proof.gz

Exit code 0 free, 1 contact, overlap, a wanted contact missed or a limit that is an error, 3 undecided or not all pairs judged, 2 bad input or output that cannot be written; over
several paths the worst counts: 2, then 1, then 3.
`;

export function addCheckCommand(program: Command, streams: Streams, exitWith: (code: number) => void): void {
  robotOptions(
    program
      .command('check')
      .summary('does a robot hit anything along its path?')
      .description('Finds the certified first contact of the robots of a cell along one or several paths.')
      .argument('<cell>', 'cell file (inbetween-cell/1), scene of robots (ccd-robot-scene/1), robot (URDF), or mesh of a free body')
      .argument('[path...]', 'path files (default: the path that the cell names)')
      .addOption(methodOption(SCENE_METHODS))
      .option('--tolerance <length>', "how close counts as contact (default: the cell's)", positiveNumber)
      .option('--clearance <length>', "the distance that must be kept (default: the cell's)", nonNegativeNumber)
      .addOption(startOption())
      .option(
        '--units <units>',
        'what the values of the paths are in: degrees, or degrees,mm (default: as cell and paths say, or radians and metres)',
      )
      .option('--scene <file>', 'around a robot or body: a planning scene of MoveIt (YAML, JSON, .scene), or a mesh; several', several)
      .addOption(meshScaleOption()),
  )
    .option('--request <file>', 'a request of MoveIt: start, group and goal that the paths are for')
    .option('--group <name>', 'the group whose joints the columns are, of paths without names')
    .option('--all', 'find every stretch in contact, not only the first contact')
    .addOption(limitsOption())
    .option('--ignore-limits', 'short for --limits ignore')
    .addOption(arrivalsOption())
    .option('--no-margin', 'do not look for the least distance along the way')
    .option('--workers <count>', 'threads for many paths (default: one a core, once it takes long; answers are the same)', count)
    .option('--budget <ms>', "milliseconds a path may take before it answers 'unresolved'", positiveNumber)
    .option(
      '--max-iterations <count>',
      "steps a search on a path may take before it answers 'unresolved' (default: some seconds' worth); unlike --budget the same on every machine",
      count,
    )
    .addOption(workOption())
    .option('--json [file]', 'everything found as JSON, to the output or a file')
    .option('--junit <file>', 'write JUnit XML: one suite a path, one case a segment')
    .option('--report <folder>', 'write a page with a picture of each path, and index.html over them; FILE.html: the page of one path')
    .option('--proof <file>', "write a proof of one path's answer, which 'inbetween verify' checks; FILE.gz: compressed")
    .option('--github', 'annotations and a job summary for GitHub Actions (default: where GITHUB_ACTIONS is true)')
    .option('--no-github', 'none of that')
    .option('-q, --quiet', 'only the exit code, and errors')
    .addHelpText('after', EXAMPLES)
    .action(async (cell: string, paths: string[], options: CheckOptions) => {
      const { check } = await import('./check.ts');
      exitWith(await check(cell, paths, options, streams));
    });
}
