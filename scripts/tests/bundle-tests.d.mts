import type { Plugin } from 'vite';

export declare function bundledTests(folder: string): Plugin;
export declare function bundledModule<Exports>(folder: string, file: string): Promise<Exports>;
