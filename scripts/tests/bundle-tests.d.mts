import type { Plugin } from 'vite';

export declare function bundledTests(folder: string): Plugin;
