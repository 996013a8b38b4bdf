/** Joints by sliders, named states, and what the handle is on. */
import type { Robot } from 'inbetween';
import { passiveOf } from '../stage/looped-steps.ts';
import { button, checkbox, el, field, numberText, optionsOf, select } from './dom.ts';

export interface MoveActions {
  onValue(robot: string, values: readonly number[]): void;
  /** A slider was let go. */
  onRelease(): void;
  onReset(): void;
  onHandle(key: string): void;
  onTurn(turns: boolean): void;
  onRules(stops: boolean, slides: boolean): void;
  onMakePath(): void;
  onGoal(): void;
  onHover(key: string): void;
  /** What has the handle goes along or about an axis. */
  onJog(jog: Jog): void;
}

/** One step along an axis, or about it. */
export interface Jog {
  /** 0, 1 or 2: x, y or z. */
  readonly axis: number;
  /** Whose axes. */
  readonly of: 'tool' | 'base';
  readonly turns: boolean;
  /** How far: in the unit of length, or radians; below 0: back. */
  readonly by: number;
}

/** Joints without limits turn so far either way, or slide so far in units of length. */
const FREE_TURN = Math.PI;
const FREE_SLIDE = 2;
const HINT = 'Pull a slider or a handle: it stops where something is in the way. Then make a path of it.';
const DEGREE = Math.PI / 180;
const SHOWN_DIGITS = 4;

interface Row {
  readonly slider: HTMLInputElement;
  readonly number: HTMLInputElement;
  readonly isAngle: boolean;
}

export class MovePanel {
  readonly element: HTMLElement;
  private readonly actions: MoveActions;
  private readonly robotChoice: HTMLSelectElement;
  private readonly stateChoice: HTMLSelectElement;
  private readonly handleChoice: HTMLSelectElement;
  private readonly rowsBox: HTMLElement = el('div', { class: 'joints' });
  private readonly status: HTMLElement = el('p', { class: 'jog-status', 'aria-live': 'polite', 'data-testid': 'jog-status' });
  private robots: readonly Robot[] = [];
  private states: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {};
  private values: Map<string, readonly number[]> = new Map();
  private rows: readonly Row[] = [];
  private inDegrees = true;
  private stops = true;
  private slides = true;
  /** The button that is held: it goes on. */
  heldJog: Jog | null = null;
  private readonly axes: HTMLSelectElement = select('Axes', 'jog-axes', [
    { value: 'tool', label: 'of the tool' },
    { value: 'base', label: 'of the base' },
  ]);
  private readonly length: HTMLInputElement = stepInput('Step', 'jog-length', 0.01);
  private readonly angle: HTMLInputElement = stepInput('Turn, in degrees', 'jog-angle', 5);
  /** The slider that is held: its thumb stays with the hand. */
  private held = -1;
  /** The slot whose number somebody is writing; −1: none. */
  private typed = -1;
  /** The slot whose number was entered, and that is still on its way there; −1: none. */
  private entered = -1;

  constructor(actions: MoveActions) {
    this.actions = actions;
    this.robotChoice = select('Robot', 'robot', [], () => this.build());
    this.stateChoice = select('Named state', 'state', [], (name) => this.chooseState(name));
    this.handleChoice = select('Handle', 'handle', [], (key) => actions.onHandle(key));
    const unit = checkbox('degrees', 'degrees', true, (on) => {
      this.inDegrees = on;
      this.build();
    });
    const rules = () => actions.onRules(this.stops, this.slides);
    this.element = el(
      'div',
      { class: 'panel move' },
      el('h2', {}, 'Move'),
      this.status,
      el(
        'div',
        { class: 'row' },
        checkbox('stop at contact', 'stops', true, (on) => {
          this.stops = on;
          rules();
        }),
        checkbox('slide along it', 'slides', true, (on) => {
          this.slides = on;
          rules();
        }),
        unit,
      ),
      field('Robot', this.robotChoice),
      field('State', this.stateChoice),
      this.rowsBox,
      el(
        'div',
        { class: 'row' },
        button('Reset', 'reset', () => actions.onReset()),
        button('Path from start to here', 'make-path', () => actions.onMakePath()),
        button('Plan to here', 'plan-here', () => actions.onGoal()),
      ),
      el('h2', {}, 'Handle'),
      el(
        'p',
        { class: 'note' },
        'Arrows on a link (the robot follows by inverse kinematics), a body or an obstacle. While this panel is open, click a thing to choose it.',
      ),
      field('On', this.handleChoice),
      checkbox('turn instead of shift', 'turn', false, (on) => actions.onTurn(on)),
      ...this.jogControls(),
    );
  }

  open(
    robots: readonly Robot[],
    states: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>,
    handles: readonly { readonly key: string; readonly label: string }[],
  ): void {
    this.robots = robots.filter(({ size }) => size > 0);
    this.states = states;
    this.values = new Map();
    this.robotChoice.replaceChildren(...optionsOf(this.robots.map(({ name }) => ({ value: name, label: name }))));
    this.handleChoice.replaceChildren(
      ...optionsOf([{ value: '', label: 'nothing' }, ...handles.map(({ key, label }) => ({ value: key, label }))]),
    );
    (this.robotChoice.parentElement as HTMLElement).hidden = this.robots.length < 2;
    this.build();
  }

  /** Where every robot is now. */
  show(values: ReadonlyMap<string, readonly number[]>): void {
    this.values = new Map(values);
    this.refresh();
  }

  /** Nothing is on its way any more: numbers tell where joints are. */
  rest(): void {
    this.entered = -1;
    this.refresh();
  }

  tell(text: string, tone = '', action: HTMLElement | null = null): void {
    this.status.replaceChildren(text === '' ? HINT : text, ...(action === null ? [] : [' ', action]));
    this.status.className = `jog-status ${tone}`;
  }

  setHandle(key: string): void {
    this.handleChoice.value = key;
  }

  get handle(): string {
    return this.handleChoice.value;
  }

  private jogControls(): readonly HTMLElement[] {
    return [
      el('h2', {}, 'Jog'),
      el(
        'p',
        { class: 'note' },
        'What has the handle, or the tool, along and about its axes: a step, or as long as the button is held. It stops where something is in the way.',
      ),
      field('Axes', this.axes),
      field('Step', this.length),
      field('Turn, in degrees', this.angle),
      ...[false, true].map((turns) =>
        el(
          'div',
          { class: 'row', role: 'group', 'aria-label': turns ? 'Turn about' : 'Go along' },
          ...[0, 1, 2].flatMap((axis) => [-1, 1].map((sign) => this.jogButton(axis, sign, turns))),
        ),
      ),
    ];
  }

  private jogButton(axis: number, sign: number, turns: boolean): HTMLButtonElement {
    const [name, way] = ['xyz'[axis], sign < 0 ? '−' : '+'];
    const jog = (): Jog => {
      const step = Number((turns ? this.angle : this.length).value) * (turns ? DEGREE : 1);
      return { axis, of: this.axes.value === 'tool' ? 'tool' : 'base', turns, by: sign * step };
    };
    const made = button(
      `${turns ? '↻ ' : ''}${name} ${way}`,
      `jog-${turns ? 'turn-' : ''}${name}${sign < 0 ? '-back' : ''}`,
      // by a key; a pointer has begun it already
      () => {},
      { 'aria-label': `${turns ? 'turn about' : 'along'} ${name}, ${sign < 0 ? 'back' : 'on'}` },
    );
    made.addEventListener('click', ({ detail }) => {
      if (detail === 0) this.actions.onJog(jog());
    });
    made.addEventListener('pointerdown', ({ button: which }) => {
      if (which !== 0) return;
      this.heldJog = jog();
      this.actions.onJog(this.heldJog);
    });
    for (const end of ['pointerup', 'pointerleave', 'pointercancel'] as const)
      made.addEventListener(end, () => {
        this.heldJog = null;
      });
    return made;
  }

  private get robot(): Robot | undefined {
    return this.robots.find(({ name }) => name === this.robotChoice.value) ?? this.robots[0];
  }

  private build(): void {
    const { robot } = this;
    const states = Object.keys(this.states[robot?.name ?? ''] ?? {});
    this.stateChoice.replaceChildren(
      ...optionsOf([{ value: '', label: states.length > 0 ? 'choose' : 'none' }, ...states.map((name) => ({ value: name, label: name }))]),
    );
    this.stateChoice.disabled = states.length === 0;
    if (robot === undefined) {
      this.rows = [];
      this.rowsBox.replaceChildren(el('p', { class: 'note' }, 'No robot here: use the handle.'));
      return;
    }
    const names = robot.valueNames();
    const rows: Row[] = [];
    const passive = passiveOf(robot);
    const elements = robot.joints.flatMap(({ name: joint, slot, size, kind, limits, type, pitch }) =>
      Array.from({ length: size }, (_, part) => {
        const isAngle = kind.angle === part;
        const isTurn = kind.orientation >= 0 && part >= kind.orientation;
        const free = isAngle ? FREE_TURN : isTurn ? 1 : FREE_SLIDE;
        const { lower = -free, upper = free } = limits;
        const row = this.makeRow(slot + part, names[slot + part], isAngle, lower, upper, robot);
        rows[slot + part] = row.row;
        const thread = pitch === 0 ? '' : ` (${this.shown(pitch, false)} a turn)`;
        const follows = passive.includes(joint);
        for (const control of [row.row.slider, row.row.number]) control.disabled = follows;
        row.element.title = `${type} joint${thread}, ${follows ? 'follows the others' : `${this.shown(lower, isAngle)} to ${this.shown(upper, isAngle)}`}`;
        return row.element;
      }),
    );
    this.rows = rows;
    this.rowsBox.replaceChildren(...elements);
    this.refresh();
  }

  private makeRow(
    slot: number,
    name: string,
    isAngle: boolean,
    lower: number,
    upper: number,
    robot: Robot,
  ): { readonly row: Row; readonly element: HTMLElement } {
    const scale = this.scaleOf(isAngle);
    const slider = el('input', {
      type: 'range',
      min: lower / scale,
      max: upper / scale,
      step: 'any',
      'aria-label': name,
      'data-testid': `joint-${slot}`,
    });
    const number = el('input', {
      type: 'number',
      step: 'any',
      'aria-label': `${name}, as a number`,
      'data-testid': `joint-number-${slot}`,
    });
    slider.addEventListener('input', () => {
      this.held = slot;
      this.setValue(robot, slot, Number(slider.value) * scale);
    });
    slider.addEventListener('change', () => {
      this.held = -1;
      this.actions.onRelease();
      this.refresh();
    });
    number.addEventListener('input', () => {
      this.typed = slot;
    });
    // Enter, or another place, also with the number of before: once it is at rest it tells where the joint got to
    const entered = (): void => {
      if (this.typed !== slot) return;
      this.typed = -1;
      this.entered = slot;
      this.setValue(robot, slot, Number(number.value) * scale);
    };
    for (const event of ['change', 'blur']) number.addEventListener(event, entered);
    number.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') entered();
    });
    const moved = robot.links.find(({ joint }) => slot >= joint.slot && slot < joint.slot + joint.size);
    const element = el('div', { class: 'joint' }, el('span', {}, name), slider, number);
    if (moved !== undefined) {
      element.addEventListener('pointerenter', () => this.actions.onHover(`${robot.name}/${moved.name}`));
      element.addEventListener('pointerleave', () => this.actions.onHover(''));
    }
    return { row: { slider, number, isAngle }, element };
  }

  private setValue(robot: Robot, slot: number, value: number): void {
    const values = [...(this.values.get(robot.name) ?? robot.neutral())];
    values[slot] = value;
    for (const { kind, slot: first } of robot.joints) {
      if (kind.orientation < 0) continue;
      // a quaternion stays one
      const from = first + kind.orientation;
      const size = Math.hypot(...values.slice(from, from + 4));
      if (size > 0) for (let k = from; k < from + 4; k++) values[k] /= size;
    }
    this.actions.onValue(robot.name, values);
  }

  private chooseState(name: string): void {
    const { robot } = this;
    const values = this.states[robot?.name ?? '']?.[name];
    if (robot !== undefined && values !== undefined) this.actions.onValue(robot.name, values);
    this.stateChoice.value = '';
  }

  private refresh(): void {
    const values = this.values.get(this.robot?.name ?? '');
    if (values === undefined) return;
    this.rows.forEach(({ slider, number, isAngle }, slot) => {
      const value = values[slot] / this.scaleOf(isAngle);
      if (slot !== this.held) slider.value = String(value);
      if (slot !== this.typed && slot !== this.entered) number.value = String(Number(value.toFixed(SHOWN_DIGITS)));
      slider.setAttribute('aria-valuetext', this.shown(values[slot], isAngle));
    });
  }

  private scaleOf(isAngle: boolean): number {
    return isAngle && this.inDegrees ? DEGREE : 1;
  }

  private shown(value: number, isAngle: boolean): string {
    return `${numberText(value / this.scaleOf(isAngle), 4)}${isAngle ? (this.inDegrees ? '°' : ' rad') : ''}`;
  }
}

function stepInput(label: string, testid: string, value: number): HTMLInputElement {
  return el('input', { type: 'number', min: 0, step: 'any', value, 'aria-label': label, 'data-testid': testid });
}
