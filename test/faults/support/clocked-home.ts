import type { Limits } from '../../../src/bridge';
import { bridgeReader } from '../../../src/bridge/state/bridge-reader';
import { HomeState } from '../../../src/bridge/watching/home-state';
import { Link } from '../../../src/bridge/link/link';
import type { FastClock } from './fast-clock';
import type { Place, Trial } from './trial';

/** The connection and the state of one bridge as a client has them, by a clock of the trial. */
export function clockedHome(
  trial: Trial,
  { host, port, fingerprint }: Place,
  clock: FastClock,
  limits: Partial<Limits> = {},
): { link: Link; state: HomeState } {
  const parts: { state?: HomeState } = {};
  const link = new Link({
    host,
    port,
    key: trial.key,
    trust: { fingerprint },
    limits,
    clock,
    onWarning: (warning) => trial.warned(warning),
    onReply: ({ status }) => parts.state?.noteAnswer(status),
  });
  const state = new HomeState({
    reader: bridgeReader((request, how) => link.carryOut(request, how)),
    openStream: (signal) => link.stream(signal),
    limits: link.limits,
    clock,
    onWarning: link.warn,
    onMode: (mode) => link.connection.learnBy(mode),
  });
  parts.state = state;
  trial.atEnd(async () => {
    state.close();
    await link.close();
  });
  return { link, state };
}
