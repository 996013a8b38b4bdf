export declare const MORE_THAN_NODE: Readonly<Record<string, RegExp>>;
export declare function testFiles(): string[];
export declare function projectOf(file: string): 'browser' | 'gpu' | 'node-alone' | 'node-own' | 'node';
export declare function runsApart(file: string): boolean;
export declare function runsInPages(file: string): boolean;
export declare function needsMore(file: string): string[];
export declare function isForAllOnly(file: string): boolean;
export declare const LONG_BESIDE_VERDICTS: readonly string[];
export declare function secondsOf(file: string): number;
