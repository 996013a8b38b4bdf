import type { Plugin } from 'esbuild';

export declare const wgslText: Plugin;
