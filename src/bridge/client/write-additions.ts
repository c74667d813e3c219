import type {
  FindWriteAddition,
  RequestedWrite,
  WriteAddition,
  WriteListener,
} from '../watch/watch';
import { missesLamp } from '../wire/parse-response';
import type { RequestBody } from '../wire/bridge-request';
import type { SuccessfulBridgeResult, WriteOptions } from './client-options';
import type { Members } from '../../resources';

/** The members that listeners add to one change. */
export class WriteAdditions {
  readonly #finders: readonly FindWriteAddition[];
  #added: readonly WriteAddition[] = [];
  #isAnswered = false;

  constructor(
    listeners: ReadonlySet<WriteListener>,
    write: Pick<RequestedWrite, 'rtype' | 'rid' | 'members' | 'memberNames'>,
    { sender, isBackground = false, place }: WriteOptions,
  ) {
    this.#finders = [...listeners].flatMap(
      (listener) => listener({ ...write, sender, isBackground, place }) ?? [],
    );
  }

  /**
   * Members of the change itself have priority.
   *
   * @param checkBody validates and serialises the merged members
   */
  addTo(asked: RequestBody, checkBody: (members: Members) => RequestBody): RequestBody {
    // The state may arrive after the change was cancelled.
    if (this.#isAnswered) return asked;
    this.#added = this.#finders.flatMap((find) => find(asked.members) ?? []);
    if (this.#added.length === 0) return asked;
    const parts = [...this.#added.map(({ members }) => members), asked.members];
    return checkBody(Object.fromEntries(parts.flatMap((part) => Object.entries(part))));
  }

  reportAnswer(writing: Promise<SuccessfulBridgeResult<unknown>>): void {
    if (this.#finders.length === 0) return;
    const report = (isAccepted: boolean): void => {
      this.#isAnswered = true;
      for (const addition of this.#added) addition.onAnswer(isAccepted);
    };
    writing.then(
      ({ warnings }) => report(!missesLamp(warnings)),
      () => report(false),
    );
  }
}
