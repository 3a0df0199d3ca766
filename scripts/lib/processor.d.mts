export declare function childrenOf(pid: string | number): readonly string[];
export declare function childrenMs(pid?: number): number;
export declare class ProcessTree {
  constructor(pid?: number, nameOf?: (pid: string) => string | undefined);
  look(): void;
  ms(name?: string): number;
}
