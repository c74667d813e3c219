import { getNestedMember } from '../../resources/values/member-access';
import type { ProgramRequests } from './program-requests';
import type { ProgramRun, ProgramRunContext } from './program-run';
import { RetryTimer } from './retry-timer';

/** Sends an update when its lamp is on and reachable, until the lamp has accepted it. */
export class SendWhenTurnedOnRun implements ProgramRun {
  readonly #retry: RetryTimer;
  #isRunning = false;
  #isSending = false;

  constructor(
    private readonly context: ProgramRunContext,
    private readonly requests: ProgramRequests,
  ) {
    this.#retry = new RetryTimer(context.home.clock, () => void this.#send());
  }

  start(): void {
    this.#isRunning = true;
    void this.#send();
  }

  suspend(): void {
    this.#isRunning = false;
    this.#retry.cancel();
  }

  onLampReady(): void {
    this.#retry.reset();
    void this.#send();
  }

  /** A command that turns the lamp on carries the update. Call the result with whether the lamp accepted it. */
  sendWithCommand(): (isAccepted: boolean) => void {
    this.#isSending = true;
    return (isAccepted) => {
      this.#isSending = false;
      if (isAccepted) this.#end('over');
      else if (this.#isRunning) this.#retry.schedule();
    };
  }

  isExternal(): boolean {
    return false;
  }

  mayShow(): boolean {
    return true;
  }

  async #send(): Promise<void> {
    const { home, program } = this.context;
    const { content } = program;
    const [rid = ''] = program.lamps;
    const lamp = home.getLamp(rid);
    const isLit = getNestedMember(lamp, 'on', 'on') === true;
    if (!this.#isRunning || this.#isSending || lamp === undefined) return;
    if (!isLit || !home.isReachable(lamp)) return;
    this.#isSending = true;
    const members = content.kind === 'later' ? content.members : {};
    const { result, missed } = await this.requests.sendToLamp(rid, members);
    this.#isSending = false;
    if (result === 'refused') this.#end('refused');
    else if (result === 'sent' && missed.length === 0) this.#end('over');
    else if (result === 'withdrawn') await this.#send();
    else if (this.#isRunning) this.#retry.schedule();
  }

  #end(end: 'over' | 'refused'): void {
    this.context.onEnd(this.context.program.lamps, end);
  }
}
