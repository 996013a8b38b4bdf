/** What the viewer shows, wherever it came from. Page and worker open the same source, each for itself. */
import type { Scene, SceneMotions, TriangleMesh, Vec3 } from 'inbetween';
import type { Colour, ToolProgram } from 'inbetween/io';
import type { Goal } from 'inbetween/plan';

/** Where something came from: small enough for a message, and what is no file is small enough for a link. */
export type Source =
  | { readonly kind: 'gallery'; readonly id: string }
  | {
      readonly kind: 'files';
      /** Files by their paths, with forward slashes. */
      readonly files: Readonly<Record<string, Uint8Array>>;
      /** Which of them is opened: a cell, a robot, a scene, a mesh. */
      readonly main: string;
      /** Which of them is the path; null: the one that the cell names, or none. */
      readonly path: string | null;
      /** Which shapes of a robot are tested. */
      readonly geometry: 'collision' | 'visual';
      /** Which of them stand around it: meshes, clouds, a planning scene of MoveIt. Absent: none. */
      readonly beside?: readonly string[];
    }
  /** Files of the server, below the address of the page; or addresses, of the same server. */
  | {
      readonly kind: 'address';
      readonly main: string;
      readonly path: string | null;
      /** Further paths, shown after that one. Absent: none. */
      readonly more?: readonly string[];
      /** Folders of packages by name. Absent: they are looked for around the robot, which asks for what is not there. */
      readonly packages?: Readonly<Record<string, string>>;
    };

/** Where a robot is and where it is to go. */
export interface Problem {
  readonly robot: string;
  /** Values of all its joints. */
  readonly start: readonly number[];
  /** Values of all its joints, or whatever else a plan can be asked for. */
  readonly goal: readonly number[] | Goal;
  /** The group of joints that moves. Absent: all of them. */
  readonly group?: string;
}

/** One motion of everything. */
export interface OpenedPath {
  readonly name: string;
  readonly motions: SceneMotions;
  /** The program of tool moves that it is; absent: it is none. */
  readonly program?: ToolProgram;
  /** The file that holds it and no other path, from the root of the files. Absent: there is none. */
  readonly file?: string;
  /** Whether it is the one that the cell itself names. Default false. */
  readonly isOwn?: boolean;
}

/** From where something is looked at, whatever the shape of the window. */
export interface Frame {
  /** What is in the middle, and how far around it should be seen, in the unit of the scene. */
  readonly at: Vec3;
  readonly radius: number;
  /** Around the vertical and above the level, in degrees. */
  readonly turn: number;
  readonly tilt: number;
  /** When a recording is looked at first, as a share of it. Absent: from its beginning. */
  readonly share?: number;
}

export interface Opened {
  readonly title: string;
  readonly scene: Scene;
  /** The first is the one that is shown first; empty: it only stands there. */
  readonly paths: readonly OpenedPath[];
  /** Where each robot of the scene stands when no path is shown, in its order. */
  readonly starts: readonly (readonly number[])[];
  /** Named configurations of robots, by robot and name; may be empty. */
  readonly states: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  /** Start and goal, where the source is a problem of planning; null otherwise. */
  readonly problem: Problem | null;
  /** Which way is up. */
  readonly up: 'y' | 'z';
  /** How its first path is looked at. Absent: so that what moves fills the picture. */
  readonly frame?: Frame;
  readonly warnings: readonly string[];
  /** Colours that files give to links, by `robot/link`. Absent: none. */
  readonly colours?: Readonly<Record<string, Colour>>;
  /** What was computed frame by frame and is played, not asked about; absent: the paths are all that moves. */
  readonly show?: Recording;
}

/** A simulation or session that was computed when it was opened: the stage plays it. */
export interface Recording {
  readonly kind: 'recording';
  /** What is drawn, and no part of the scene. */
  readonly parts: readonly RecordedPart[];
  /** Frames in the order of time, evenly spaced. */
  readonly frames: readonly RecordedFrame[];
  /** All that was found, in the order of time. */
  readonly contacts: readonly RecordedContact[];
}

export interface RecordedPart {
  readonly name: string;
  /** Its mesh; where it deforms: its triangles, and where its vertices are at rest. */
  readonly mesh: TriangleMesh;
  readonly role: 'moving' | 'fixed' | 'deforming';
}

export interface RecordedFrame {
  /** Time in seconds. */
  readonly time: number;
  /** Poses of all parts, x y z qx qy qz qw each. */
  readonly poses: Float64Array;
  /** One a part: its vertices in its own frame, or null where it does not deform. */
  readonly positions: readonly (Float32Array | null)[];
  /** What the broad phase of a world keeps then; absent: there is none. */
  readonly broad?: RecordedBroadPhase;
  /** How near a contact is, where contacts are foretold; absent: nothing is foretold here. */
  readonly warning?: RecordedWarning;
}

export interface RecordedBroadPhase {
  /** Boxes of all parts, min x y z and max x y z each. */
  readonly boxes: Float32Array;
  /** Numbers of the parts whose boxes meet, two by two. */
  readonly pairs: Uint32Array;
}

export interface RecordedWarning {
  /** clear: nothing ahead; unknown: too little is known; considered: time to decide; reflex: time to flinch. */
  readonly level: 'clear' | 'unknown' | 'considered' | 'reflex' | 'contact';
  /** Seconds until the foretold contact; null: none is foretold. */
  readonly within: number | null;
  /** Triangles of the deforming part where it is foretold; empty: none. */
  readonly zone: readonly number[];
  /** Force on the tool, in newtons; absent: nobody computed one. */
  readonly force?: Vec3;
}

export interface RecordedContact {
  /** Time in seconds. */
  readonly time: number;
  /** Names of the two parts; the same one twice where it touches itself. */
  readonly a: string;
  readonly b: string;
  readonly point: Vec3;
  /** Unit, away from b; null: the contact has none. */
  readonly normal: Vec3 | null;
}
