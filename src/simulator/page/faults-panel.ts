import type { ActiveFaults, AnswerFault, StreamFault } from '../control-protocol';
import { elementById } from './element';
import { chosen, faultSwitch, numberField, show, statusField } from './fault-switch';

/** Statuses of the service document, section 7, and 400 (Hue CLIP API reference). */
const statuses = [429, 503, 500, 401, 403, 404, 405, 406, 409, 507, 400];

/** A bridge that is too old to have an event stream. */
const noStream: AnswerFault = { match: { path: '/eventstream/' }, status: 404 };

const isNoStream = ({ match, status }: AnswerFault): boolean =>
  match?.path === noStream.match?.path && status === noStream.status;

/** The switches for what goes wrong on purpose. */
export interface FaultsPanel {
  show: (faults: ActiveFaults) => void;
  /** Takes over what no switch shows, so that it stays when a switch is moved. */
  keep: (faults: ActiveFaults) => void;
}

/** Fills the panel of the page. `apply` replaces all faults by the given ones. */
export function faultsPanel(apply: (faults: ActiveFaults) => void): FaultsPanel {
  const switches = {
    answer: faultSwitch('Answer with', statusField(statuses)),
    delay: faultSwitch('Delay answers by', numberField('Seconds of delay', 2, 60), 's'),
    cut: faultSwitch('Cut connections'),
    stall: faultSwitch('Never answer'),
    rateLimit: faultSwitch('Allow only', numberField('Requests a second', 5, 1_000), 'requests/s'),
    noStream: faultSwitch('Have no event stream'),
    silent: faultSwitch('Silence the event stream'),
    duplicates: faultSwitch('Send every event twice'),
  };
  let unshown: ActiveFaults = { answers: [], rateLimit: null };
  const keep = (faults: ActiveFaults): void => {
    const matched = faults.answers.filter((fault) => fault.match !== undefined);
    unshown = { ...faults, answers: matched.filter((fault) => !isNoStream(fault)) };
  };

  const forAll = (): AnswerFault => ({
    ...(switches.answer.box.checked ? { status: chosen(switches.answer) } : {}),
    ...(switches.delay.box.checked ? { delay: 1_000 * chosen(switches.delay) } : {}),
    ...(switches.cut.box.checked ? { cut: 'before' as const } : {}),
    ...(switches.stall.box.checked ? { stall: true } : {}),
  });
  const stream = (): StreamFault => ({
    ...(switches.silent.box.checked ? { silent: true } : {}),
    ...(switches.duplicates.box.checked ? { duplicates: true } : {}),
  });
  const collect = (): ActiveFaults => {
    const fault = forAll();
    const perSecond = chosen(switches.rateLimit);
    return {
      ...unshown,
      answers: [
        ...unshown.answers,
        ...(switches.noStream.box.checked ? [noStream] : []),
        ...(Object.keys(fault).length === 0 ? [] : [fault]),
      ],
      rateLimit: switches.rateLimit.box.checked ? { perSecond, retryAfter: 1 } : null,
      stream: stream(),
    };
  };

  const list = elementById('faults');
  for (const { row, box, number } of Object.values(switches)) {
    list.append(row);
    box.addEventListener('change', () => apply(collect()));
    number?.addEventListener('change', () => {
      if (box.checked) apply(collect());
    });
  }
  const stop = elementById('stop-faults');
  stop.addEventListener('click', () => apply({ answers: [], rateLimit: null }));

  return {
    keep,
    show(faults) {
      const all = faults.answers.filter(({ match }) => match === undefined);
      const delay = all.find((fault) => fault.delay !== undefined)?.delay;
      show(switches.answer, all.find(({ status }) => status !== undefined)?.status);
      show(switches.delay, delay === undefined ? undefined : delay / 1_000);
      switches.cut.box.checked = all.some(({ cut }) => cut !== undefined);
      switches.stall.box.checked = all.some(({ stall = false }) => stall !== false);
      show(switches.rateLimit, faults.rateLimit?.perSecond);
      switches.noStream.box.checked = faults.answers.some(isNoStream);
      switches.silent.box.checked = faults.stream?.silent === true;
      switches.duplicates.box.checked = faults.stream?.duplicates === true;
      keep(faults);
      const active = isActive(faults);
      stop.hidden = !active;
      elementById('faults-active').hidden = !active;
    },
  };
}

const isActive = ({ answers, rateLimit, stream = {}, handshakeDelay = 0 }: ActiveFaults): boolean =>
  answers.length > 0 ||
  rateLimit !== null ||
  Object.values(stream).some(Boolean) ||
  handshakeDelay > 0;
