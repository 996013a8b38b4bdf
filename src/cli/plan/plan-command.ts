import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  count,
  meshScaleOption,
  nonNegativeNumber,
  positiveNumber,
  robotOptions,
  several,
  wholeNumber,
  workOption,
} from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import { besideEquals } from './beside-equals.ts';
import type { PlanOptions, RateLimit } from './plan-options.ts';

const EXAMPLES = `
WHERE is one of
  home                        a state of the robot's SRDF, also group/home
  0.3,-1.2,0,1.5,0,0          values of all joints, in the robot's order
  shoulder=1.2,elbow=-0.4     some joints; the others stay
  tool0@0.4,0,0.3             the origin of a link at x,y,z, turned in any way
  tool0@0.4,0,0.3,0,3.14,0    … turned by roll,pitch,yaw about the fixed axes x, y, z; 7 numbers: x,y,z,qx,qy,qz,qw
  tool0@…/free=rz/within=0.001,0.01
                              axes of that pose that do not matter (x y z rx ry rz position orientation), and how far off in
                              length and angle is near enough
  goal.json                   any of these in a file: a text, [numbers], { "joint": value }, { "link", "pose", "at", "free",
                              "tolerance" }, a JointState of ROS { "name", "position" }, or { "anyOf": [...] } of them
With several robots: 'left:home; right:elbow=1', joints also as left/elbow. A start is no pose. Radians and metres unless --units or
the cell says otherwise: so are the limits of --time, in degrees a second where angles are in degrees. --clearance and --tolerance are metres
always, as in 'check', and what --json tells is in radians and metres.

As in 'check', a robot (URDF) or the mesh of a body that moves freely may stand in place of the cell, with --scene around it; --request says
start and goal as MoveIt does, --query those of a query. A body goes to 'part@x,y,z,roll,pitch,yaw'.

What the goals name moves, all else stands; --group or --moving let other joints move too. Limits of joints are kept.

With --approach and --retreat the tool goes on lines at the ends, which are looked for and proven with the rest; --out writes a program of
moves (inbetween-program/1), which 'check' takes.

A path is told only when all of it is proven free, clearance included, by the same certificate as 'inbetween check' gives; what --out writes
is read back and certified once more. The same seed gives the same path, as long as the budget does not end the search.

Examples:
  $ inbetween plan cell.json --from home --to pick --out pick.csv
  $ inbetween plan cell.json --to 'gripper@0.5,-0.3,0.4' --clearance 0.01 --report plan.html
  $ inbetween plan cell.json --from home --through above --to place --out place.yaml && inbetween check cell.json place.yaml
  $ inbetween plan cell.json --from home --to pour --upright cup=0.05
  $ inbetween plan cell.json --to 'tool0@0.4,0,0.3,0,3.14,0' --approach 0.1 --out pick.json && inbetween check cell.json pick.json
  $ inbetween plan cell.json --from home --to pick --time --max-acceleration 10 --out pick.yaml
  $ inbetween plan panda.urdf --srdf panda.srdf --scene scene0001.yaml --request request0001.yaml --out path.json
  $ inbetween plan part.stl --scene room.obj --from 0,0,0,0,0,0,1 --to part@2,0,0,0,0,1.57

Exit code 0 found and certified; 1 none found, or the budget ran out; 2 bad input: also a start or goal that is in contact, beyond limits
or cannot be reached.
`;

export function addPlanCommand(program: Command, streams: Streams, exitWith: (code: number) => void): void {
  robotOptions(
    program
      .command('plan')
      .summary('a path that is proven free')
      .description('Finds a path of the robots of a cell from one configuration to another, proven free from start to end.')
      .argument('<cell>', 'cell file (inbetween-cell/1), scene of robots (ccd-robot-scene/1), robot (URDF), or mesh of a free body')
      .option('--from <where>', "where it starts (default: the cell's start)")
      .option('--to <where>', 'where it is to go')
      .option('--through <where>', 'to be passed on the way; several in order', several)
      .option('--request <file>', 'a request of MoveIt: start, group and goal')
      .option('--query <id>', 'start and goal of a query of a scene of robots', wholeNumber)
      .option('--scene <file>', 'around a robot or body: a planning scene of MoveIt (YAML, JSON, .scene), or a mesh; several', several)
      .addOption(meshScaleOption()),
  )
    .option('--group <name>', 'a group of the SRDF whose joints may move (default: what the goals name)')
    .option('--moving <names>', 'joints or robots that may move, with commas between them', names)
    .option('--clearance <length>', "the distance to be kept, in metres (default: the cell's)", nonNegativeNumber)
    .option('--tolerance <length>', "how close counts as contact, in metres (default: the cell's)", positiveNumber)
    .option(
      '--units <units>',
      'what values and limits are in, here and in the file written: degrees, or degrees,mm (default: as the cell says)',
    )
    .option('--seed <text>', 'another one gives another path', '0')
    .option('--workers <count>', 'threads, each with a seed of its own; the path that takes the least work counts (default: 1)', count)
    .option('--budget <ms>', 'milliseconds for the search (default: 10000, or as the request says)', positiveNumber)
    .addOption(workOption())
    .addOption(
      new Option(
        '--method <name>',
        'connect: the first path, made shorter; optimal: shorter and shorter until the budget ends (default: connect)',
      ).choices(['connect', 'optimal']),
    )
    .option('--no-shorten', 'the path as it was found')
    .option('--upright <link=angle>', 'an axis of a link stays so near to straight up: its z, or tool0/-z=0.1; several', several)
    .option('--constraints <file>', 'what must hold all along the way, a JSON list as plan() takes it')
    .option('--approach <length>', 'the tool comes to the goal on a line from so many metres back along its z', positiveNumber)
    .option('--retreat <length>', 'the tool leaves the start on a line, so many metres back along its z', positiveNumber)
    .option('--tool <link>', 'the link that goes on these lines (default: that of the goal)')
    .option('--time', 'a trajectory in seconds, as fast as the limits of the joints allow; certified again')
    .option('--max-velocity <limit>', "instead of the robot's, a second: a number for all joints, or joint=number,…", rateLimit)
    .option('--max-acceleration <limit>', "instead of the robot's, a second squared; URDFs have none", rateLimit)
    .option('--jerk <limit>', 'a second cubed (default: accelerations may jump)', rateLimit)
    .option('--scale <share>', 'of all these limits', positiveNumber)
    .option('--blend <radius>', 'how far from a corner it may be cut (default: as far as is proven free); 0: stops there', radius)
    .option('--no-margin', 'do not look for the least distance along the way')
    .option('--out <file>', 'write the path: .csv, .tsv, .json, or .yaml as a JointTrajectory of ROS')
    .option('--json [file]', 'everything found as JSON, to the output or a file')
    .option('--proof <file>', "write a proof of the path as it is written, which 'inbetween verify' checks; FILE.gz: compressed")
    .option('--report <file>', 'write a page with a picture of the path and of what was searched; a folder: index.html in it')
    .option('-q, --quiet', 'only the exit code, and errors')
    .addHelpText('after', EXAMPLES)
    .action(async (cell: string, options: PlanOptions) => {
      const { planCell } = await import('./plan.ts');
      exitWith(await planCell(cell, options, streams));
    });
}

function names(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((name) => name.trim())];
}

/** `2.5`, or `shoulder=2,elbow=3`. */
function rateLimit(text: string): RateLimit {
  return numbers(text, positiveNumber);
}

function radius(text: string): RateLimit {
  return numbers(text, nonNegativeNumber);
}

function numbers(text: string, read: (text: string) => number): RateLimit {
  if (!text.includes('=')) return read(text);
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', value = ''] = besideEquals(part) ?? [];
      if (name === '') throw new InvalidArgumentError('It should be a number, or joint=number with commas between them.');
      return [name, read(value)];
    }),
  );
}
