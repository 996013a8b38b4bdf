import type { Plugin } from 'esbuild';

export declare const markPure: Plugin;
export declare function marked(path: string, text: string): string;
