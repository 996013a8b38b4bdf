import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import type { Quat, Vec3 } from '../../math/pose.ts';
import { shownName } from '../../math/shown-name.ts';
import { LARGEST_COORDINATE } from '../../mesh/triangle-mesh.ts';
import type { WorkMeter } from '../work-meter.ts';
import { isDecimal } from './decimal.ts';

/** Sizes from here on: below, the products of the kernels leave the range of doubles. */
const SMALLEST_SIZE: number = 2 ** -300;

/** One element and where it stands. What is missing or wrong throws an InputError with file and line. */
export class XmlElement {
  /** Name with its prefix, as written. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[] = [];
  /** Its own text, without that of its children. */
  text = '';
  /** Where its tag begins, counted from 1. */
  readonly line: number;
  readonly file: string;
  /** Counts what is looked for in it. */
  readonly work: WorkMeter;

  constructor(name: string, attributes: ReadonlyMap<string, string>, line: number, file: string, work: WorkMeter) {
    this.work = work;
    this.name = name;
    this.attributes = attributes;
    this.line = line;
    this.file = file;
  }

  /** The error to be thrown. */
  fault(message: string): InputError {
    return new InputError(message, { file: this.file, line: this.line });
  }

  all(name: string): readonly XmlElement[] {
    this.work.spend(this.children.length, this);
    return this.children.filter((child) => child.name === name);
  }

  /** The child of that name, if there is one; two are a fault, since nobody could say which one is meant. */
  only(name: string): XmlElement | undefined {
    const [first, second] = this.all(name);
    if (second !== undefined) throw second.fault(`a second <${name}> in one <${this.name}>, after the one of line ${first.line}`);
    return first;
  }

  required(name: string): XmlElement {
    const child = this.only(name);
    if (child === undefined) throw this.fault(`<${this.name}${this.label()}> has no <${name}>`);
    return child;
  }

  attribute(name: string): string {
    const value = this.attributes.get(name);
    if (value === undefined || value.trim() === '')
      throw this.fault(`<${this.name}${this.label()}> needs the attribute ${name}="..."${value === undefined ? '' : ', which is empty'}`);
    return value;
  }

  number(name: string, fallback?: number): number {
    if (fallback !== undefined && !this.attributes.has(name)) return fallback;
    return this.numbers(name, 1)[0];
  }

  /** Positive, and such that computing with it is safe. */
  size(name: string): number {
    return this.checkedSize(name, this.number(name));
  }

  sizes(name: string): Vec3 {
    const sizes = this.vector(name);
    for (const size of sizes) this.checkedSize(name, size);
    return sizes;
  }

  vector(name: string, fallback?: Vec3): Vec3 {
    if (fallback !== undefined && !this.attributes.has(name)) return fallback;
    const [x, y, z] = this.numbers(name, 3);
    return [x, y, z];
  }

  quaternion(name: string): Quat {
    const [x, y, z, w] = this.numbers(name, 4);
    return [x, y, z, w];
  }

  /** As many numbers as there are; `count` says how many must be. */
  numbers(name: string, count?: number): readonly number[] {
    const text = this.attribute(name).trim();
    this.work.spend(text.length, this);
    const words = text.split(/\s+/);
    if (count !== undefined && words.length !== count) {
      throw this.fault(
        `${name} of <${this.name}> should be ${count === 1 ? 'one number' : `${count} numbers`}, got ${shown(text.replace(/\s+/g, ' '))}`,
      );
    }
    return words.map((word) => this.parsedNumber(name, word));
  }

  private parsedNumber(name: string, word: string): number {
    const value = isDecimal(word) ? Number(word) : Number.NaN;
    if (Number.isNaN(value)) throw this.fault(`${name} of <${this.name}> should be a number, got ${shown(word)}`);
    if (!(Math.abs(value) <= LARGEST_COORDINATE))
      throw this.fault(`${name} of <${this.name}> is too large: ${shown(word)}${limitHint(value)}`);
    return value;
  }

  private checkedSize(name: string, size: number): number {
    if (!(size >= SMALLEST_SIZE)) throw this.fault(`${name} of <${this.name}> should be greater than 0, got ${size}`);
    return size;
  }

  private label(): string {
    const name = this.attributes.get('name');
    return name === undefined || this.name === 'robot' ? '' : ` name=${shown(name)}`;
  }
}

/** Quoted and not too long, a run of one control character cut to three. */
export function shown(text: string): string {
  const short = (text.length > 40 ? `${text.slice(0, 40)}…` : text).replace(/(\p{Cc})\1{3,}…?/gu, '$1$1$1…');
  return JSON.stringify(short);
}

/** Elements whose names must differ, by name. */
export function byName(elements: readonly XmlElement[], what: string): ReadonlyMap<string, XmlElement> {
  const out = new Map<string, XmlElement>();
  for (const element of elements) {
    const name = element.attribute('name');
    const first = out.get(name);
    if (first !== undefined) throw element.fault(`two ${what}s are named ${shownName(name)}, here and in line ${first.line}`);
    out.set(name, element);
  }
  return out;
}

/** Throws where xacro has not been expanded. A left-over xmlns:xacro alone is no sign: expanding does not remove it. */
export function refuseXacro(element: XmlElement, format: 'urdf' | 'srdf'): void {
  // Extensions of others are skipped anyway, and what their attributes mean is not ours to judge.
  if (element.name === 'gazebo' || element.name === 'ros2_control') return;
  const substituted = [...element.attributes].find(([, value]) => /\$[{(]/.test(value));
  if (element.name.startsWith('xacro:') || substituted !== undefined) {
    const sign = substituted === undefined ? `<${element.name}>` : `${substituted[0]}=${shown(substituted[1])}`;
    throw element.fault(`is a xacro file (${sign}); expand it first: xacro robot.${format}.xacro > robot.${format}`);
  }
  for (const child of element.children) refuseXacro(child, format);
}
