export interface FuzzFault {
  readonly kind: string;
  readonly seed: string;
  readonly index: number;
  readonly signature: string;
  readonly fault: { readonly what: string; readonly message: string };
  /** The case as text, made smaller. */
  readonly text: string;
  readonly times: number;
}
export interface FuzzRow {
  readonly kind: string;
  readonly next: number;
  readonly seconds: number;
  readonly answered: number;
  readonly refused: number;
  readonly slowest: number;
  readonly bytes: number;
  readonly faults: number;
}
export interface FuzzOptions {
  readonly program: string;
  readonly kinds: readonly string[];
  readonly seed: string;
  readonly secondsEach?: number;
  readonly casesEach?: number;
  readonly limitSeconds?: number;
  readonly slice?: number;
  readonly tell?: (rows: readonly FuzzRow[], faults: readonly FuzzFault[]) => void;
}
export class Child {
  constructor(program: string, limitSeconds: number);
  /** Seconds. */
  limit: number;
  tell(command: object, take: (line: unknown) => boolean): Promise<{ readonly what: string; readonly message: string } | null>;
  stop(): Promise<void>;
}
export function kindsOf(program: string): Promise<string[]>;
export function fuzz(options: FuzzOptions): Promise<{ readonly rows: readonly FuzzRow[]; readonly faults: readonly FuzzFault[] }>;
export function replay(
  program: string,
  cases: readonly { readonly kind: string; readonly text: string }[],
  limitSeconds?: number,
): Promise<({ readonly what: string; readonly message: string } | null)[]>;
