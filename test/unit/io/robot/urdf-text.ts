import type { Files } from '../../../../src/io/files.ts';
import { InputError } from '../../../../src/math/input-error.ts';

// Small robots as text. Everything given to `robotText` stands from line 2 on, one piece a line.

export function robotText(...lines: readonly string[]): string {
  return [`<robot name="r">`, ...lines, '</robot>', ''].join('\n');
}

export const BOX = '<box size="1 2 3"/>';

/** A link on one line, with shapes for collision and the same to be seen. */
export function linkText(name: string, shape = BOX, origin = ''): string {
  const geometry = `${origin}<geometry>${shape}</geometry>`;
  return `<link name="${name}"><visual>${geometry}</visual><collision>${geometry}</collision></link>`;
}

/** On one line; `inner` default: a limit, so that every type is complete. */
export function jointText(name: string, parent: string, child: string, type = 'revolute', inner = LIMIT): string {
  return `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inner}</joint>`;
}

export const LIMIT = '<limit lower="-1" upper="1" effort="1" velocity="2"/>';

/** Links a, b, c, d in a chain with revolute joints ab, bc, cd. */
export const CHAIN: string = robotText(
  linkText('a'),
  linkText('b'),
  linkText('c'),
  linkText('d'),
  jointText('ab', 'a', 'b'),
  jointText('bc', 'b', 'c'),
  jointText('cd', 'c', 'd'),
);

export interface MemoryFiles extends Files {
  /** Every path asked for, in order, whether it was there or not. */
  readonly asked: string[];
}

export function memoryFiles(contents: Readonly<Record<string, string | Uint8Array>>): MemoryFiles {
  const asked: string[] = [];
  return {
    asked,
    async read(path: string): Promise<Uint8Array> {
      asked.push(path);
      if (!Object.hasOwn(contents, path)) throw new InputError('no such file', { file: path });
      const content = contents[path];
      return typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
  };
}
