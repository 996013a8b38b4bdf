import { entryOf } from '../../math/entries.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { XmlElement } from '../text/xml-element.ts';

// Colours of glTF and COLLADA files, for whoever draws: kept beside the mesh, so that nobody else carries them. Looks
// are never a reason to refuse a file: what cannot be read has no colour. Textures are not read.

/** Red, green and blue, 0 to 1, as a screen shows them (sRGB). */
export type Colour = readonly [red: number, green: number, blue: number];

type Fields = Readonly<Record<string, unknown>>;

/** Triangles in a row that have one colour; null: the file gives them none. */
export interface ColouredRun {
  readonly triangles: number;
  readonly colour: Colour | null;
}

const known: WeakMap<TriangleMesh, Uint8Array> = new WeakMap();
/** What triangles without a colour get beside others that have one. */
const PLAIN: Colour = [0.7, 0.7, 0.7];

/**
 * The colours that its file gives to a mesh of COLLADA or glTF: red, green and blue of each triangle, 0 to 255 as a
 * screen shows them (sRGB); null where the file gives none. Textures are not read.
 */
export function coloursOf(mesh: TriangleMesh): Uint8Array | null {
  return known.get(mesh) ?? null;
}

/** Keeps the colours of all triangles of a mesh, run by run. */
export function keepColours(mesh: TriangleMesh, runs: readonly ColouredRun[]): void {
  if (runs.every(({ colour }) => colour === null)) return;
  const out = new Uint8Array(3 * mesh.triangleCount);
  let at = 0;
  for (const { triangles, colour } of runs) {
    const bytes = (colour ?? PLAIN).map((x) => Math.round(255 * x));
    for (const end = at + 3 * triangles; at < end; at += 3) out.set(bytes, at);
  }
  known.set(mesh, out);
}

/** Numbers from 0 to 1, the first three of them; null: they are no colour. */
function colourOf(numbers: readonly unknown[]): Colour | null {
  const [red, green, blue] = numbers;
  const isShare = (x: unknown): x is number => typeof x === 'number' && x >= 0 && x <= 1;
  return isShare(red) && isShare(green) && isShare(blue) ? [red, green, blue] : null;
}

export function colourInText(text: string): Colour | null {
  const words = text.trim().split(/\s+/);
  return words.length < 3 ? null : colourOf(words.map(Number));
}

/** The base colour of the material of a primitive; glTF gives it in linear light. */
export function gltfColour(document: Fields, primitive: Fields): Colour | null {
  const materials = entryOf(document, 'materials');
  const number = entryOf(primitive, 'material');
  const material = Array.isArray(materials) && typeof number === 'number' ? (materials[number] as unknown) : undefined;
  const pbr = fieldOf(material, 'pbrMetallicRoughness');
  const factor = fieldOf(pbr, 'baseColorFactor');
  const colour = Array.isArray(factor) ? colourOf(factor) : null;
  return colour === null ? null : [onScreen(colour[0]), onScreen(colour[1]), onScreen(colour[2])];
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? entryOf(value as Fields, key) : undefined;
}

/** Linear light as sRGB, by square roots, which are the same everywhere; right to 0.004. */
function onScreen(x: number): number {
  const s = Math.sqrt(x);
  const t = Math.sqrt(s);
  return Math.min(1, Math.max(0, 0.585122381 * s + 0.783140355 * t - 0.368262736 * Math.sqrt(t)));
}

/** What it calls diffuse, or where it only glows, how. */
function diffuseIn(effect: XmlElement): Colour | null {
  const techniques = effect.all('profile_COMMON').flatMap((profile) => profile.all('technique'));
  const [shading] = techniques.flatMap(({ children }) => children.filter(({ name }) => SHADINGS.includes(name)));
  const [said] = [...(shading?.all('diffuse') ?? []), ...(shading?.all('emission') ?? [])].flatMap((kind) => kind.all('color'));
  return said === undefined ? null : colourInText(said.text);
}

const SHADINGS: readonly string[] = ['phong', 'lambert', 'blinn', 'constant'];

/** Diffuse colours of the materials of a COLLADA file, by id. */
export function colladaColours(root: XmlElement): ReadonlyMap<string, Colour> {
  const within = (plural: string, name: string) => root.all(`library_${plural}`).flatMap((library) => library.all(name));
  const effects = new Map<string, Colour>();
  for (const effect of within('effects', 'effect')) {
    const colour = diffuseIn(effect);
    if (colour !== null) effects.set(effect.attributes.get('id') ?? '', colour);
  }
  const out = new Map<string, Colour>();
  for (const material of within('materials', 'material')) {
    const colour = effects.get(material.all('instance_effect')[0]?.attributes.get('url')?.trim().slice(1) ?? '');
    if (colour !== undefined) out.set(material.attributes.get('id') ?? '', colour);
  }
  return out;
}

/** The materials that an instance of a geometry has for symbols of it. */
export function boundMaterials(instance: XmlElement): ReadonlyMap<string, string> {
  const bindings = instance
    .all('bind_material')
    .flatMap((bind) => bind.all('technique_common'))
    .flatMap((technique) => technique.all('instance_material'));
  return new Map(bindings.map(({ attributes }) => [attributes.get('symbol') ?? '', attributes.get('target')?.trim().slice(1) ?? '']));
}
