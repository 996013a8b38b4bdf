/** What is asked, of what is chosen in the page. */
import type { Opened } from '../source/opened.ts';
import type { RecordingPlayback } from '../stage/recorded.ts';
import { PathPlayback } from '../stage/showing.ts';
import { type Chosen, MOST_MOTIONS, optionsOf } from './chosen.ts';
import type { Question } from './protocol.ts';

/** Throws, in words for the person, where there is nothing to ask about. */
export function questionOf(opened: Opened | null, playback: PathPlayback | RecordingPlayback | null, chosen: Chosen): Question {
  const { kind, seed, gpu, count, tolerance } = chosen;
  if (opened === null || !(playback instanceof PathPlayback)) throw new Error('there is nothing to ask about here');
  if (kind === 'batch' || kind === 'plan') {
    const robot = opened.problem?.robot ?? opened.scene.robots[0]?.name;
    if (robot === undefined) throw new Error('there is no robot here');
    if (kind === 'batch') {
      if (!(Number.isInteger(count) && count >= 1 && count <= MOST_MOTIONS))
        throw new Error(`the number of motions must be a whole number from 1 to ${MOST_MOTIONS}`);
      return { kind, robot, count, seed, gpu };
    }
    if (opened.problem !== null) return { kind, ...opened.problem, seed };
    const start = playback.configurationAt(robot, 0);
    const goal = playback.configurationAt(robot, playback.end);
    if (start === null || goal === null || !playback.moves)
      throw new Error('there is no goal here: move the robot to one and choose “Plan to here”');
    if (goal.every((value, k) => value === start[k]))
      throw new Error('the path ends where it begins: move the robot to a goal and choose “Plan to here”');
    return { kind, robot, start, goal, seed };
  }
  const { asked } = playback.path;
  if (asked === null) throw new Error('nothing moves here: there is no path to ask about');
  if (kind === 'clearance') return { kind, path: asked, options: tolerance === null ? {} : { tolerance } };
  const options = optionsOf(chosen);
  return kind === 'first' && options.method === 'interval' ? { kind, path: asked, options, gpu } : { kind, path: asked, options };
}
