import type { Status } from '../../contact/result.ts';
import type { ForecastLevel } from '../../forecast/forecast-result.ts';
import type { EncodedMesh } from '../mesh-encoding.ts';
import type { MotionParameters } from '../placed-body.ts';

// What a page hands to the program that draws it, as JSON. Lengths are in units of the picture's radius, positions
// relative to its centre. Long lists of numbers are base64 of their bytes.

/** A place in the picture. */
export type PlaceData = readonly number[];

/** Where the eye looks from. */
export interface ViewAngles {
  readonly azimuth: number;
  readonly elevation: number;
}

export interface MeshData extends EncodedMesh {
  /** Positions at the end, where the mesh deforms. */
  readonly later?: string;
}

/** It has one of `motion`, `pose` and `track`. */
export interface BodyData {
  /** Name, for readers of the page's data. */
  readonly name?: string;
  /** Number of its mesh. */
  readonly mesh: number;
  /** Name of a colour of the page. */
  readonly color: string;
  readonly still: boolean;
  /** Belongs to the surroundings. */
  readonly obstacle?: boolean;
  /** False: its way is not drawn. */
  readonly isTip?: boolean;
  /** The place whose way is drawn, as the centre is told. Default: the centre. */
  readonly tip?: PlaceData;
  /** Centre in the mesh's own frame; the mesh's positions are relative to it. */
  readonly centre: PlaceData;
  readonly radius: number;
  readonly motion?: MotionParameters;
  /** Position and quaternion. */
  readonly pose?: readonly number[];
  /** Number of the track. */
  readonly track?: number;
}

export interface MarkerData {
  readonly point: PlaceData;
  readonly normal: PlaceData;
  /** Shown from then on. */
  readonly time?: number;
  /** True: drawn without an arrow. */
  readonly plain?: boolean;
}

/** Triangles of a body that are in contact, each from its time on. */
export interface MarkedData {
  readonly body: number;
  /** Uint32. */
  readonly triangles: string;
  /** Float64, ascending. */
  readonly times: string;
}

export interface RowData {
  readonly point: PlaceData;
  readonly time: number;
}

export interface CurveData {
  readonly times: readonly number[];
  readonly distances: readonly number[];
  /** At each time the number of the closest two among `names`, below 0 for none. */
  readonly pairs?: readonly number[];
  readonly names?: readonly (readonly [string, string])[];
}

/** Lists of numbers, one after the other, and where each begins. */
export interface ListsData {
  readonly values: string;
  /** Uint32. */
  readonly starts: string;
}

/**
 * A tool against a workpiece that yields: with each frame of the scene `moved`, `zones` and `ahead`, with each step the
 * others.
 */
export interface SessionData {
  /** Displacements, Int16 in steps of `quantum`. */
  readonly moved: string;
  readonly quantum: number;
  /** Triangles in contact, Uint32. */
  readonly zones: ListsData;
  /** Poses that are foretold, Float32. */
  readonly ahead: ListsData;
  /** Seconds. */
  readonly horizon: number;
  readonly times: readonly number[];
  readonly levels: readonly ForecastLevel[];
  /** Newtons. */
  readonly forces: readonly (readonly number[])[];
  readonly largest: number;
  /** Millimetres. */
  readonly depths: readonly number[];
  /** Seconds to the contact; below 0 where none is foretold. */
  readonly foretold: readonly number[];
}

/** A world of many bodies. */
export interface WorldData {
  /** When, where and how large contacts are shown, Float32. */
  readonly marks: string;
  readonly points: string;
  readonly sizes: string;
  /** Contacts up to each frame, Uint32. */
  readonly counts: string;
  readonly curves: readonly { readonly label: string; readonly unit: string; readonly values: readonly number[] }[];
}

/** What was searched for a path. */
export interface SearchedLines {
  /** Name of a colour of the page. */
  readonly color: string;
  /** Proven, not only proposed. */
  readonly proven: boolean;
  /** Two points a line, Float32. */
  readonly lines: string;
}

/** What is drawn of a proof. */
export interface ProofData {
  /** Discs stand at so many instants, evenly from 0 to the last segment's end. */
  readonly instants: number;
  /** By pair: for each instant centre, normal, radius and number of the leaf; Float32, NaN where there is none. */
  readonly discs: readonly string[];
}

export interface SceneData {
  readonly status: Status | 'session' | 'world';
  /** The answer's. */
  readonly time: number;
  readonly shownTime: number;
  /** Times run from 0 to this. */
  readonly segments: number;
  /** Times at which faint copies are drawn. */
  readonly ghosts: readonly number[];
  readonly meshes: readonly MeshData[];
  readonly bodies: readonly BodyData[];
  readonly contacts: readonly MarkerData[];
  /** Times of the tracks, ascending. */
  readonly times?: readonly number[];
  /** Poses of a body, Float32; with a quantum Int16. */
  readonly tracks?: readonly string[];
  readonly quantum?: number;
  /** The closest two points at the time shown first. */
  readonly nearest?: readonly PlaceData[];
  readonly view?: ViewAngles;
  /** Where the eye should go, instead of the first contact. */
  readonly spot?: MarkerData;
  /** Places of a table's rows. */
  readonly rows?: readonly RowData[];
  /** Radius of a close view. */
  readonly closeUp?: number;
  readonly curve?: CurveData;
  /** Seconds of the waypoints. */
  readonly seconds?: readonly number[];
  readonly unit?: string;
  readonly marked?: readonly MarkedData[];
  /** Times at which contacts arrive in a step of deforming meshes, Float64. */
  readonly arrivals?: string;
  /** True: not all contacts are among the arrivals. */
  readonly isPart?: boolean;
  readonly session?: SessionData;
  readonly world?: WorldData;
  readonly searched?: readonly SearchedLines[];
  readonly proof?: ProofData;
}
