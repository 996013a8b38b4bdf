/** A file as Vite gives it: its text. */
declare module '*?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how Vite gives it
  export default text;
}

/** A style sheet as Vite gives it: its text. */
declare module '*?inline' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how Vite gives it
  export default text;
}

/** The example, which is JavaScript. */
declare module '*/cloth/fall.mjs' {
  import type { TriangleMesh } from 'inbetween';
  import type { StepContact } from 'inbetween/soft';

  /** What became of one step: where the cloth was and is, and what it met. */
  export interface FallenStep {
    readonly time: number;
    readonly after: Float64Array;
    readonly contacts: readonly StepContact[];
    readonly bodies: readonly { readonly shape: TriangleMesh }[];
  }
  export function fall(steps: number): Iterable<FallenStep>;
}

/** A style sheet that goes into the page's own. */
declare module '*.css';
