export declare function testFiles(): string[];
export declare function projectOf(file: string): 'browser' | 'gpu' | 'node-alone' | 'node';
export declare function runsInPages(file: string): boolean;
