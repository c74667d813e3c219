/** The used part of Node-RED's editor API (4.1 and 5: "Creating nodes", "UI widgets"). */

/** True if valid, otherwise a sentence about the problem. */
type ValidationResult = true | string;

type JsonValue = string | number | boolean | null | JsonValue[] | { [member: string]: JsonValue };

interface NodeProperty<Value> {
  value: Value;
  type?: string;
  label?: string;
  validate?(this: EditorNode, value: unknown, options: { label?: string }): ValidationResult;
}

interface EditorNode {
  id: string;
  type: string;
  name?: string;
  changed?: boolean;
  moved?: boolean;
  dirty?: boolean;
  credentials?: Record<string, string | boolean | undefined>;
  _def: { category: string; defaults: Record<string, NodeProperty<JsonValue>> };
  _(key: string, values?: Record<string, string | number>): string;
}

interface NodeDefinition<Settings extends object> {
  category: string;
  color?: string;
  icon: string;
  defaults: { [Name in keyof Settings]: NodeProperty<Settings[Name]> };
  credentials?: Record<string, { type: 'text' | 'password' }>;
  inputs?: 0 | 1;
  outputs?: number;
  paletteLabel?(this: EditorNode): string;
  label(this: EditorNode & NoInfer<Settings>): string;
  labelStyle?(this: EditorNode & NoInfer<Settings>): string;
  inputLabels?(this: EditorNode & NoInfer<Settings>): string;
  outputLabels?(this: EditorNode & NoInfer<Settings>, index: number): string;
  oneditprepare?(this: EditorNode & NoInfer<Settings>): void;
  oneditsave?(this: EditorNode & NoInfer<Settings>): void;
  oneditcancel?(this: EditorNode & NoInfer<Settings>): void;
  oneditdelete?(this: EditorNode & NoInfer<Settings>): void;
}

interface PopoverPanel {
  container: JQuery;
  show(options: { target: JQuery; align?: 'left' | 'right'; onclose?(): void }): void;
  hide(): void;
}

type RegisteredNode = EditorNode & Record<string, JsonValue>;

interface HistoryEvent {
  /** `add`, `edit`, or `multi` with `events`. */
  t: string;
  /** Ids of the added nodes. */
  nodes?: string[];
  events?: HistoryEvent[];
  /** The edited node; settings and mark are those before the edit. */
  node?: RegisteredNode;
  changes?: Readonly<Record<string, JsonValue | undefined>>;
  changed?: boolean;
  dirty?: boolean;
}

/** Undoes a replacement of all flows. */
interface ReplaceEvent {
  t: 'replace';
  complete: true;
  /** All flows before. */
  config: readonly FlowFileNode[];
  /** By id: nodes that were not deployed as they were, and moved nodes. */
  changed: Record<string, boolean>;
  moved: Record<string, boolean>;
  dirty: boolean;
  /** Version of the deployed flows. */
  rev: string;
}

interface FlowFileNode {
  readonly id: string;
  readonly type: string;
  readonly [setting: string]: unknown;
}

interface TrayOptions {
  title: string;
  buttons: readonly { id: string; text: string; class?: string; click(): void }[];
  open(tray: JQuery): void;
  close?(): void;
}

interface SidebarTab {
  id: string;
  label: string;
  name: string;
  iconClass: string;
  content: JQuery;
  /** Action that shows the tab. */
  action: string;
}

interface NodeRedEditor {
  _(key: string, values?: Record<string, string | number | boolean>): string;
  nodes: {
    registerType<Settings extends object>(type: string, definition: NodeDefinition<Settings>): void;
    /** Ids, from left to right. */
    getWorkspaceOrder(): string[];
    node(id: string): RegisteredNode | undefined;
    id(): string;
    add(node: RegisteredNode): void;
    eachNode(callback: (node: RegisteredNode) => void): void;
    filterNodes(filter: { z: string }): RegisteredNode[];
    /** Stops when the callback returns false. */
    eachConfig(callback: (node: RegisteredNode) => boolean): void;
    remove(id: string): void;
    workspace(id: string): object | undefined;
    subflow(id: string): object | undefined;
    group(id: string): object | undefined;
    /** Includes credentials that are not deployed. */
    createCompleteNodeSet(): FlowFileNode[];
    clear(): void;
    import(nodes: readonly FlowFileNode[]): { nodes: readonly RegisteredNode[] };
    dirty(): boolean;
    dirty(isDirty: boolean): void;
    version(): string;
    version(rev: string): void;
    updateConfigNodeUsers(node: RegisteredNode, options: { action: 'add' | 'remove' }): void;
  };
  events: {
    on(event: 'registry:node-type-added', listener: (type: string) => void): void;
    /** `source` says where the user adds the node from; missing for other additions. */
    on(
      event: 'nodes:add',
      listener: (node: RegisteredNode, options?: { source?: string }) => void,
    ): void;
    emit(event: 'nodes:change', node: RegisteredNode): void;
    on(event: 'editor:save', listener: (node: RegisteredNode) => void): void;
    on(
      event: 'flows:loaded' | 'deploy' | 'nodes:add' | 'nodes:remove' | 'nodes:change',
      listener: () => void,
    ): void;
  };
  history: { peek(): HistoryEvent | undefined; push(event: HistoryEvent | ReplaceEvent): void };
  actions: { add(name: string, handler: () => void, options: { label: string }): void };
  menu: { addItem(menu: string, item: { id: string; label: string; onselect: string }): void };
  tray: { show(options: TrayOptions): void; close(onClosed?: () => void): void };
  group: { getNodes(group: RegisteredNode, recursive: boolean): RegisteredNode[] };
  palette: { refresh(): void };
  workspaces: {
    active(): string;
    /** @param id of a flow; the open one if missing */
    isLocked(id?: string): boolean;
    refresh(): void;
    show(id: string, skipStack?: boolean): void;
  };
  editor: {
    validateNode(node: RegisteredNode): void;
    /** @param id `_ADD_` for a new config node */
    editConfig(name: string, type: string, id: string): void;
  };
  view: {
    redraw(updateActive: boolean): void;
    selection(): { nodes?: RegisteredNode[] };
    select(selection: { nodes: readonly RegisteredNode[] }): void;
    reveal(id: string): void;
    scale(): number;
    /** `nodes.add` adds the node to the open flow. */
    createNode(type: string): { node: RegisteredNode; historyEvent: HistoryEvent };
    calculateNodeDimensions(node: RegisteredNode): [width: number, height: number];
    tools: { calculateGridSnapOffsets(node: RegisteredNode): { x: number; y: number } };
    importNodes(
      nodes: readonly FlowFileNode[],
      options: { generateIds: boolean; addFlow: boolean },
    ): void;
  };
  /** `lang` returns a code such as `de` or `pt-BR`. */
  i18n: { lang(): string };
  clipboard: { copyText(text: string, element: JQuery, messageKey: string): void };
  popover: { panel(content: JQuery): PopoverPanel };
  utils: {
    getNodeLabel(node: RegisteredNode): string;
    validateTypedProperty(
      value: string,
      type: string,
      options?: { label?: string },
    ): ValidationResult;
    /** Returns HTML without scripts. */
    renderMarkdown(markdown: string): string;
  };
  sidebar: {
    config: { refresh(): void };
    help: { set(html: string, title: string): void };
    addTab(options: SidebarTab): void;
    show(id: string): void;
  };
  settings: {
    apiRootUrl?: string;
    get(name: 'auth-tokens'): { access_token: string } | null | undefined;
  };
  user: { hasPermission(permission: string): boolean };
  /** @param message an element: Node-RED takes a text for HTML */
  notify(message: HTMLElement, options: { type: 'success' | 'warning' | 'error' }): void;
}

declare const RED: NodeRedEditor;

interface TypedInputWidget {
  element: JQuery;
  value(): string;
  value(value: string): void;
}

interface TypedInputType {
  value: string;
  label?: string;
  icon?: string;
  hasValue?: boolean;
  valueLabel?(this: TypedInputWidget, container: JQuery, value: string): void;
  expand?(this: TypedInputWidget): void;
}

interface TreeItem {
  id?: string;
  label?: string;
  element?: JQuery;
  icon?: string;
  class?: string;
  checkbox?: boolean;
  selected?: boolean;
  expanded?: boolean;
  children?: TreeItem[];
  treeList?: { label?: JQuery; expand(): void };
}

interface JQuery {
  i18n(): this;

  typedInput(options: {
    default?: string;
    types: readonly (string | TypedInputType)[];
    typeField?: string | JQuery;
  }): this;
  typedInput(method: 'types', types: readonly (string | TypedInputType)[]): void;
  typedInput(method: 'type' | 'value', value: string): void;
  typedInput(method: 'type' | 'value'): string;

  treeList(options: {
    data: readonly TreeItem[];
    multi?: boolean;
    selectable?: boolean;
    autoSelect?: boolean;
  }): this;
  treeList(method: 'data', items: readonly TreeItem[]): void;
  treeList(method: 'filter', accept: ((item: TreeItem) => boolean) | null): number;

  searchBox(options: { delay?: number; style?: 'compact'; change(this: HTMLElement): void }): this;
  searchBox(method: 'count', text: string): void;

  editableList<Item extends object>(options: {
    addItem(row: JQuery, index: number, item: Item): void;
    addButton?: string | boolean;
    removable?: boolean;
    sortable?: boolean;
    height?: number | 'auto';
    removeItem?(item: Item): void;
    sortItems?(): void;
  }): this;
  editableList(method: 'addItem', item: object): void;
  editableList(method: 'items'): JQuery;
  editableList(method: 'empty'): void;
}
