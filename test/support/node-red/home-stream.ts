import { getNestedMember, parseJsonOrUndefined } from '../../../src/resources/members';
import { waitUntil } from '../wait-until';
import type { HomeFrame, HomeItem } from '../../../src/runtime/home/home-item';
import type { RunningNodeRed } from './node-red';

/** Reads as the editor's sidebar does. */
export interface HomeStream {
  readonly status: number;
  readonly headers: Headers;
  /** The response, if it is no stream. */
  readonly body: unknown;
  /** All so far, oldest first. */
  readonly frames: readonly HomeFrame[];
  /** Items of the last home, with the changes since. */
  items(): ReadonlyMap<string, HomeItem>;
  /** Returns a frame that is not older than this call, or than the last frame that was waited for. */
  next(what: string, matches: (frame: HomeFrame) => boolean): Promise<HomeFrame>;
  close(): void;
}

const isFrame = (value: unknown): value is HomeFrame =>
  ['home', 'changes', 'connection', 'health'].includes(String(getNestedMember(value, 'kind')));

export async function openHomeStream(
  nodeRed: Pick<RunningNodeRed, 'editorUrl'>,
  bridge: string,
  headers: Record<string, string> = {},
): Promise<HomeStream> {
  const abort = new AbortController();
  const path = `lighting-bridge/home/${encodeURIComponent(bridge)}/stream`;
  const response = await fetch(new URL(path, nodeRed.editorUrl), {
    headers: { 'x-requested-with': 'test', ...headers },
    signal: abort.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const frames: HomeFrame[] = [];
  let seen = 0;
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const frame = parseJsonOrUndefined(event.replace(/^data: /, ''));
        if (isFrame(frame)) frames.push(frame);
      }
    }
  };
  const body: unknown = isStream ? undefined : await response.json().catch(() => undefined);
  if (isStream) void read().catch(() => undefined);
  return {
    status: response.status,
    headers: response.headers,
    body,
    frames,
    items() {
      const items = new Map<string, HomeItem>();
      for (const frame of frames) {
        if (frame.kind === 'home') items.clear();
        const changed =
          frame.kind === 'home' ? frame.items : frame.kind === 'changes' ? frame.changed : [];
        for (const item of changed) items.set(item.id, item);
        if (frame.kind === 'changes') for (const id of frame.removed) items.delete(id);
      }
      return items;
    },
    async next(what, matches) {
      let found: HomeFrame | undefined;
      await waitUntil(what, () => {
        const index = frames.findIndex((frame, at) => at >= seen && matches(frame));
        if (index < 0) return false;
        found = frames[index];
        seen = index + 1;
        return true;
      });
      if (found === undefined) throw new Error(what);
      return found;
    },
    close: () => abort.abort(),
  };
}
