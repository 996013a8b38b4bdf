import type { Command } from 'commander';
import { nonNegativeNumber, positiveNumber } from '../terminal/option-values.ts';
import type { Streams } from '../terminal/streams.ts';
import type { PlanOptions } from './plan-options.ts';

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
the cell says otherwise.

What the goals name moves, all else stands; --group or --moving let other joints move too. Limits of joints are kept.

A path is told only when all of it is proven free, clearance included, by the same certificate as 'inbetween check' gives; what --out writes
is read back and certified once more. The same seed gives the same path, as long as the budget does not end the search.

Examples:
  $ inbetween plan cell.json --from home --to pick --out pick.csv
  $ inbetween plan cell.json --to 'gripper@0.5,-0.3,0.4' --clearance 0.01 --report plan.html
  $ inbetween plan cell.json --from home --through above --to place --out place.yaml && inbetween check cell.json place.yaml

Exit code 0 found and certified; 1 none found, or the budget ran out; 2 bad input: also a start or goal that is in contact, beyond limits
or cannot be reached.
`;

export function addPlanCommand(program: Command, streams: Streams, exitWith: (code: number) => void): void {
  program
    .command('plan')
    .summary('a path that is proven free')
    .description('Finds a path of the robots of a cell from one configuration to another, proven free from start to end.')
    .argument('<cell>', 'cell file (inbetween-cell/1); what it names lies beside it')
    .option('--from <where>', "where it starts (default: the cell's start)")
    .requiredOption('--to <where>', 'where it is to go')
    .option('--through <where>', 'to be passed on the way; several in order', collect, [])
    .option('--group <name>', 'a group of the SRDF whose joints may move (default: what the goals name)')
    .option('--moving <names>', 'joints or robots that may move, with commas between them', names)
    .option('--clearance <length>', "the distance to be kept (default: the cell's)", nonNegativeNumber)
    .option('--tolerance <length>', "how close counts as contact (default: the cell's)", positiveNumber)
    .option('--units <units>', 'what values are in, here and in the file written: degrees, or degrees,mm (default: as the cell says)')
    .option('--no-self', 'do not test links against each other')
    .option('--seed <text>', 'another one gives another path', '0')
    .option('--budget <ms>', 'milliseconds for the search', positiveNumber, 10_000)
    .option('--no-shorten', 'the path as it was found')
    .option('--no-margin', 'do not look for the least distance along the way')
    .option('--out <file>', 'write the path: .csv, .tsv, .json, or .yaml as a JointTrajectory of ROS')
    .option('--json [file]', 'everything found as JSON, to the output or a file')
    .option('--report <file>', 'write a page with a picture of the path and of what was searched; a folder: index.html in it')
    .option('-q, --quiet', 'only the exit code, and errors')
    .addHelpText('after', EXAMPLES)
    .action(async (cell: string, options: PlanOptions) => {
      const { planCell } = await import('./plan.ts');
      exitWith(await planCell(cell, options, streams));
    });
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

function names(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((name) => name.trim())];
}
