/**
 * The text that MoveIt writes where a scene is exported (`.scene`; in RViz "Export As Text"), as the message that it
 * stands for: a name, then of each object `* id`, its shapes with a pose and a colour each, and at the end a dot. Newer
 * ones give the object a pose of its own and end it with its subframes; the line behind the first id tells which it is,
 * as for MoveIt itself: one number, or the three of a position.
 */
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { shortName } from '../../math/shown-name.ts';
import { isDecimal } from '../text/decimal.ts';
import { Located, LocatedList, LocatedMap, type LocatedValue } from '../text/located-value.ts';
import type { WorkMeter } from '../work-meter.ts';

/** Units of work of a word. */
const WORD_UNITS = 4;

/** Numbers behind the word for a shape, and where they go in a message: cylinders and cones have their radius first. */
const SIZES: Readonly<Record<string, readonly number[]>> = { box: [0, 1, 2], sphere: [0], cylinder: [1, 0], cone: [1, 0] };

/** Whether a text is such a scene: its second line names an object and a number follows, or it is a dot. */
export function isSceneText(text: string): boolean {
  const [first, second = '', third = ''] = text
    .slice(0, BEGINNING)
    .split('\n', 3)
    .map((line) => line.trim());
  if (/^[[{]/.test(first)) return false;
  return second === '.' || (second.startsWith('*') && /^[-+.\d]/.test(third));
}

/** So much of a file says what it is. */
const BEGINNING = 4096;

/** The scene as `moveit_msgs/PlanningScene` would have it. */
export function sceneTextMessage(text: string, file: string, work: WorkMeter): Located {
  const words = new Words(text, file, work);
  const objects = new LocatedList();
  const posed = (text.slice(0, BEGINNING).split('\n', 3)[2] ?? '').trim().includes(' ');
  for (;;) {
    const { word, line } = words.next("'*' before an object, or '.' at the end");
    if (word === '.') break;
    if (word !== '*') throw words.fault(`should be '*' before an object, or '.' at the end, got ${shortName(word)}`);
    objects.push(objectOf(words, posed), line);
  }
  const world = new LocatedMap();
  world.set('collision_objects', objects, 1);
  const scene = new LocatedMap();
  scene.set('name', words.name, 1);
  scene.set('world', world, 1);
  return new Located(scene, { file, line: 1, work });
}

function objectOf(words: Words, posed: boolean): LocatedMap {
  const object = new LocatedMap();
  const { line } = words;
  object.set('id', words.restOfLine(), line);
  if (posed) object.set('pose', poseOf(words), words.line);
  const lists = new Map<string, LocatedList>();
  const add = (key: string, value: LocatedValue, at: number): void => {
    const list = lists.get(key) ?? new LocatedList();
    list.push(value, at);
    lists.set(key, list);
    object.set(key, list, at);
  };
  const shapes = words.count('shapes');
  for (let k = 0; k < shapes; k++) {
    const { word, line: at } = words.next('a shape');
    const { key, poses, shape } = shapeOf(words, word);
    add(key, shape, at);
    add(poses, poseOf(words), words.line);
    words.numbers(4, 'a colour');
  }
  const subframes = posed ? words.count('subframes') : 0;
  for (let k = 0; k < subframes; k++) {
    const { word, line: at } = words.next('the name of a subframe');
    add('subframe_names', word, at);
    add('subframe_poses', poseOf(words), words.line);
  }
  return object;
}

/** A shape with the keys of its list and of that of its pose. */
function shapeOf(words: Words, word: string): { readonly key: string; readonly poses: string; readonly shape: LocatedMap } {
  const shape = new LocatedMap();
  const { line } = words;
  const order = entryOf(SIZES, word);
  if (order !== undefined) {
    const sizes = words.numbers(order.length, 'lengths');
    const dimensions = order.map((k) => sizes[k]);
    shape.set('type', word, line);
    shape.set('dimensions', listOf(dimensions, words.line), words.line);
    return { key: 'primitives', poses: 'primitive_poses', shape };
  }
  if (word === 'plane') {
    shape.set('coef', listOf(words.numbers(4, 'a b c d of a plane'), words.line), words.line);
    return { key: 'planes', poses: 'plane_poses', shape };
  }
  if (word !== 'mesh') throw words.fault(`is ${shortName(word)}: a box, sphere, cylinder, cone, plane or mesh was wanted`);
  const [vertices, triangles] = [words.count('vertices'), words.count('triangles')];
  const threes = (key: string, count: number, wanted: string): void => {
    const list = new LocatedList();
    for (let k = 0; k < count; k++) list.push(listOf(words.numbers(3, wanted), words.line), words.line);
    shape.set(key, list, words.line);
  };
  threes('vertices', vertices, 'x y z of a vertex');
  threes('triangles', triangles, 'three numbers of vertices');
  return { key: 'meshes', poses: 'mesh_poses', shape };
}

function poseOf(words: Words): LocatedMap {
  const pose = new LocatedMap();
  pose.set('position', listOf(words.numbers(3, 'a position'), words.line), words.line);
  pose.set('orientation', listOf(words.numbers(4, 'a quaternion x y z w'), words.line), words.line);
  return pose;
}

function listOf(numbers: readonly number[], line: number): LocatedList {
  const list = new LocatedList();
  for (const number of numbers) list.push(number, line);
  return list;
}

/** Word after word, as streams of C++ read them; lines are counted for those who complain. */
class Words {
  /** The first line: how the scene is called. */
  readonly name: string;
  /** Where the last word stands. */
  line = 1;
  private readonly text: string;
  private readonly file: string;
  private readonly work: WorkMeter;
  private at: number;

  constructor(text: string, file: string, work: WorkMeter) {
    this.text = text;
    this.file = file;
    this.work = work;
    const end = text.indexOf('\n');
    this.at = end < 0 ? text.length : end;
    this.name = text.slice(0, this.at).replace('\uFEFF', '').trim();
  }

  next(wanted: string): { readonly word: string; readonly line: number } {
    const { text } = this;
    while (this.at < text.length && text.charCodeAt(this.at) <= 32) if (text[this.at++] === '\n') this.line++;
    const from = this.at;
    while (this.at < text.length && text.charCodeAt(this.at) > 32) this.at++;
    if (from === this.at) throw this.fault(`ends too early, before ${wanted}`);
    this.work.spend(WORD_UNITS);
    return { word: text.slice(from, this.at), line: this.line };
  }

  /** Names may have spaces in them. */
  restOfLine(): string {
    const end = this.text.indexOf('\n', this.at);
    const to = end < 0 ? this.text.length : end;
    const rest = this.text.slice(this.at, to).trim();
    if (rest === '') throw this.fault("has '*' without the name of an object");
    this.at = to;
    return rest;
  }

  numbers(count: number, wanted: string): number[] {
    return Array.from({ length: count }, () => {
      const { word } = this.next(wanted);
      const number = isDecimal(word) ? Number(word) : Number.NaN;
      if (!Number.isFinite(number)) throw this.fault(`should have ${wanted} here, got ${shortName(word)}`);
      return number;
    });
  }

  count(what: string): number {
    const [count] = this.numbers(1, `the number of ${what}`);
    if (!(Number.isInteger(count) && count >= 0)) throw this.fault(`should have the number of ${what} here, got ${count}`);
    return count;
  }

  fault(sentence: string): InputError {
    return new InputError(`the scene ${sentence}`, { file: this.file, line: this.line });
  }
}
