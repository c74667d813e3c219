declare module 'node-red-node-test-helper' {
  import type { NodeRedApp } from 'node-red';

  interface TestNode {
    receive(message: object): void;
    /** @param removed deleted or disabled */
    close(removed: boolean): Promise<void>;
  }

  interface NodeTestHelper {
    readonly _RED: NodeRedApp;
    init(runtimePath: string, settings?: object): void;
    load(
      nodes: readonly unknown[],
      flow: readonly object[],
      credentials: Readonly<Record<string, object>>,
    ): Promise<void>;
    unload(): Promise<void>;
    getNode(id: string): TestNode | null;
  }

  const helper: NodeTestHelper;
  export = helper;
}
