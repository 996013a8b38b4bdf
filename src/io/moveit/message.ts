/**
 * Messages of ROS as they are printed: by `ros2 topic echo` ({ x, y, z }, numbers for kinds), or by the tools around
 * MotionBenchMaker (lists, words for kinds).
 */
import { InputError } from '../../math/input-error.ts';
import { type Quat, UNIT_SLACK } from '../../math/pose.ts';
import { normalised } from '../../math/quat.ts';
import { type MeshSource, sizeOf } from '../mesh-source.ts';
import type { FullPose } from '../scene/rigid-scene.ts';
import type { Located } from '../text/located-value.ts';
import { quaternionNumbers, vectorOf } from '../text/message-fields.ts';
import { parseJsonText, textOf } from '../text/parse-json.ts';
import { parseYaml } from '../text/parse-yaml.ts';
import type { WorkMeter } from '../work-meter.ts';
import { isSceneText, sceneTextMessage } from './scene-text.ts';

/** Called with a sentence about what is odd, and where. */
export type Warn = (place: Located, sentence: string) => void;

/** Units of work of a sentence, beside its letters. */
const WARNING_UNITS = 64;

export const IDENTITY: FullPose = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };

/**
 * The message in a file, YAML or JSON, of several documents the first; or the text of a scene. `what`: for the error
 * where there is none.
 */
export function readMessage(source: MeshSource, file: string, what: string, work: WorkMeter): Located {
  work.open(file, sizeOf(source, file));
  const text = textOf(source, file);
  if (isSceneText(text)) return sceneTextMessage(text, file, work);
  const root = /^\s*[[{]/.test(text) || /\.json$/i.test(file) ? parseJsonText(text, file, { work }) : parseYaml(text, file, work)[0];
  if (root === undefined) throw new InputError(`is empty: ${what} was wanted`, { file });
  if (!root.isMap()) throw root.wrong(what);
  return root;
}

/**
 * Tells a list of warnings, each with its place before it. What aliases repeat warns again and again: it is counted.
 */
export function warningsTo(warnings: string[]): Warn {
  return (place, sentence) => {
    const { file, line, subject } = place;
    const warning = `${file}, line ${line}: ${subject} ${sentence}`;
    place.work.spend(WARNING_UNITS + 2 * warning.length, place);
    warnings.push(warning);
  };
}

/** A request in what carries it. */
export function requestIn(message: Located): Located {
  return ['motion_plan_request', 'request'].map((key) => message.get(key)).find((inner) => inner?.isMap()) ?? message;
}

/** The items of a list that may be missing. */
export function listOf(message: Located, key: string): Located[] {
  return message.get(key)?.items() ?? [];
}

/** [x, y, z, w], or { x, y, z, w }; as MoveIt does it, all zeros are no turn, and others are made unit length. */
export function quaternionOf(field: Located, warn: Warn): Quat {
  const [x, y, z, w] = quaternionNumbers(field);
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (length === 0) {
    warn(field, 'is all zeros; it is taken for no rotation, as MoveIt does');
    return IDENTITY.quaternion;
  }
  if (Math.abs(length - 1) <= UNIT_SLACK) return [x, y, z, w];
  if (!(length > 0.5 && length < 2)) throw field.wrong('a quaternion x y z w of length 1');
  warn(field, `has length ${length}; it is made unit length, as MoveIt does`);
  return normalised([x, y, z, w]);
}

/** { position, orientation }; missing: the identity. */
export function poseOf(field: Located | undefined, warn: Warn): FullPose {
  return field === undefined ? IDENTITY : placeOf(field, 'position', 'orientation', warn);
}

/** { translation, rotation }, a transform of ROS. */
export function transformOf(field: Located, warn: Warn): FullPose {
  return placeOf(field, 'translation', 'rotation', warn);
}

function placeOf(field: Located, where: string, how: string, warn: Warn): FullPose {
  field.onlyKeys([where, how]);
  const [position, turn] = [field.get(where), field.get(how)];
  return {
    position: position === undefined ? [0, 0, 0] : vectorOf(position),
    quaternion: turn === undefined ? IDENTITY.quaternion : quaternionOf(turn, warn),
  };
}

/** What a state says that its robot holds. */
export interface Attached {
  readonly item: Located;
  readonly object: Located;
  readonly id: string;
}

export function attachedIn(state: Located | undefined): Attached[] {
  return (state === undefined ? [] : listOf(state, 'attached_collision_objects')).map((item) => {
    const object = item.field('object');
    return { item, object, id: object.field('id').text() };
  });
}

/** The text of a field; missing or empty: ''. */
export function textIn(message: Located, key: string): string {
  const field = message.get(key);
  return field === undefined || field.value === '' ? '' : field.text();
}

/** header.frame_id; '' where there is none. */
export function frameOf(message: Located): { readonly name: string; readonly place: Located } {
  const header = message.get('header');
  const place = header?.get('frame_id') ?? header ?? message;
  return { name: header === undefined ? '' : textIn(header, 'frame_id'), place };
}

/** One of the words, or its number as the message definition has it. */
export function kindOf<T extends string>(field: Located, kinds: Readonly<Record<T, number>>): T {
  const words = Object.keys(kinds) as T[];
  const found = words.find((word) => word === String(field.value).toLowerCase() || kinds[word] === field.value);
  if (found === undefined) throw field.wrong(`one of ${words.map((word) => `${word} (${kinds[word]})`).join(', ')}`);
  return found;
}
