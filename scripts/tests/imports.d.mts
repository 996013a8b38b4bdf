export declare function testsNear(sources: readonly string[]): string[];
