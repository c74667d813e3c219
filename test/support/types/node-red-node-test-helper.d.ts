declare module 'node-red-node-test-helper' {
  import type { NodeRedApp } from 'node-red';

  interface TestNode {
    receive(message: object): void;
    /** @param removed deleted or disabled */
    close(removed: boolean): Promise<void>;
  }

  interface NodeTestHelper {
    readonly _RED: NodeRedApp;
    readonly _redNodes: {
      setFlows(
        flow: readonly object[],
        credentials: Readonly<Record<string, object>>,
        type: 'full' | 'nodes' | 'flows',
      ): Promise<unknown>;
    };
    init(runtimePath: string, settings?: object): void;
    load(
      nodes: readonly unknown[],
      flow: readonly object[],
      credentials: Readonly<Record<string, object>>,
    ): Promise<void>;
    unload(): Promise<void>;
    getNode(id: string): TestNode | null | undefined;
  }

  const helper: NodeTestHelper;
  export = helper;
}
