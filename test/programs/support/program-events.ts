/** Kinds of what runs on lamps, as the table of programs and events names them. */
export const programKinds = [
  'later',
  'sequence',
  'sequence with restore',
  'alert with restore',
  'long fade',
  'daylight',
  'return',
] as const;

export type ProgramKind = (typeof programKinds)[number];

/** What becomes of a lamp: its program goes on, it is left as it is, it returns, or it follows the day when it comes on. */
export type LampFate = 'goes on' | 'stays' | 'returns' | 'follows once on';

/** One field of the table: a sentence for people, and what it says of the lamp and of the other lamps of its program. */
export interface ProgramOutcome {
  readonly sentence: string;
  readonly lamp: LampFate;
  readonly others: LampFate;
}

const outcomesWith =
  (lamp: LampFate, others: LampFate) =>
  (sentence: string): ProgramOutcome => ({ sentence, lamp, others });

const allGoOn = outcomesWith('goes on', 'goes on');
const lampStays = outcomesWith('stays', 'goes on');
const allStay = outcomesWith('stays', 'stays');
const lampReturns = outcomesWith('returns', 'goes on');
const allReturn = outcomesWith('returns', 'returns');
const allFollowOnceOn = outcomesWith('follows once on', 'follows once on');
const lampFollowsOnceOn = outcomesWith('follows once on', 'goes on');
const othersReturn = outcomesWith('stays', 'returns');

const goesOn = allGoOn('The program goes on.');
const goesOnWithItsLamps = allGoOn('The program goes on with the lamps on which it began.');
const catchesUp = allGoOn(
  'The lamps are read first; then the program is where it would be by then.',
);
const getsItsStepLater = allGoOn(
  'The other lamps go on; the lamp gets the step of the time as soon as it can be reached.',
);
const sendsAgain = allGoOn('The request is sent again; what is over by then is left out.');
const waits = allGoOn('The command goes on waiting for the lamp.');
const waitsForOtherProperties = allGoOn('The command goes on waiting, for the other properties.');
const waitsNoLonger = lampStays('The command waits for the lamp no longer.');
const noneWaitsAnyMore = allStay('The command waits for the lamps no longer.');
const leaves = lampStays(
  'The lamp leaves the program and is left as it is; the other lamps go on.',
);
const leavesAndReturns = lampReturns(
  'The lamp leaves the program and returns to what it was; the other lamps go on.',
);
const ends = allStay('The program ends; its lamps stay as they are.');
const endsAndReturns = allReturn('The program ends; its lamps return to what they were.');
const follows = allGoOn('The lamp goes on following the day.');
const newLampFollows = allGoOn('The new lamp follows the day, too.');
const hasLightOfTime = allGoOn(
  'The lamp gets the light of the time, and follows the day from there.',
);
const followsAgainAfterwards = allGoOn(
  'The lamp follows the day again when the other program has ended.',
);
const isLeftAlone = lampFollowsOnceOn(
  'The lamp is left alone until it was off, or until the time of the node is over; the others follow the day.',
);
const allAreLeftAlone = allFollowOnceOn(
  'The lamps are left alone until they were off, or until the time of the node is over.',
);
const followsOnceOn = lampFollowsOnceOn(
  'The lamp follows the day again when it comes on; the others go on.',
);
const followsNoLonger = lampStays('The lamp follows the day no longer; the others go on.');
const nothingFollows = allStay('The lamps stay as they are and follow the day no longer.');
const returns = allReturn('The lamps return as soon as they take a request.');
const returnsNoLonger = othersReturn(
  'The lamp does not return and is left as it is; the others return.',
);
const noneReturns = allStay('The lamps do not return and are left as they are.');
const isSentAlong = lampStays('The lamp gets what waits for it in the same request.');
const goesOnWithoutIt = lampStays('The program goes on without the lamp.');
const newProgramReturnsIt = othersReturn(
  'The new program takes the lamp; with restore it returns the lamp to what it was before both.',
);
const goesOnAfterStart = allGoOn(
  'The program is kept, and goes on after the start where it would be by then.',
);
const waitsAfterStart = allGoOn('The command is kept, and goes on waiting after the start.');
const returnsAfterStart = allReturn('The lamps return after the start.');
const returnsInTime = allReturn(
  'A lamp that can be reached within 10 s returns; a warning names the others.',
);
const returnsTooLate = allStay(
  'The lamps have 10 s to return; a warning names those that did not.',
);

type Fields = Readonly<Record<ProgramKind, ProgramOutcome>>;

/** The fields of an event, where programs with steps have one in common. */
const createFields = (
  later: ProgramOutcome,
  timed: ProgramOutcome,
  daylight: ProgramOutcome,
  returning: ProgramOutcome,
  exceptions: Partial<Fields> = {},
): Fields => ({
  later,
  sequence: timed,
  'sequence with restore': timed,
  'alert with restore': timed,
  'long fade': timed,
  daylight,
  return: returning,
  ...exceptions,
});

const withRestore = (outcome: ProgramOutcome): Partial<Fields> => ({
  'sequence with restore': outcome,
  'alert with restore': outcome,
});

const nothingHappens = createFields(waits, goesOn, follows, returns);
const lampIsTaken = createFields(waitsNoLonger, leaves, isLeftAlone, returnsNoLonger);
const allLampsAreTaken = createFields(noneWaitsAnyMore, ends, allAreLeftAlone, noneReturns);
const isTurnedOff = createFields(waits, leaves, followsOnceOn, returnsNoLonger);
const isOutOfReach = createFields(waits, getsItsStepLater, hasLightOfTime, returns);
const bridgeReturns = createFields(waits, catchesUp, hasLightOfTime, returns);
const bridgeIsBusy = createFields(waits, sendsAgain, follows, returns);
const goesOnThroughDeploy = createFields(waits, goesOn, hasLightOfTime, returns);
const nodeIsChanged = createFields(
  noneWaitsAnyMore,
  ends,
  hasLightOfTime,
  returns,
  withRestore(endsAndReturns),
);
const nodeIsGone: Fields = { ...nodeIsChanged, daylight: nothingFollows };
const bridgeIsDisabled: Fields = { ...nodeIsGone, return: returnsInTime };
const bridgeIsDeleted: Fields = { ...nodeIsGone, return: returnsTooLate };
const nodeRedStarts = createFields(
  waitsAfterStart,
  goesOnAfterStart,
  hasLightOfTime,
  returnsAfterStart,
);

/** An event of the table. */
export interface ProgramEvent {
  /** What happens, said of the lamp. */
  readonly event: string;
  /** What tests it: the programs on a clock of the test, the nodes in Node-RED with a simulated bridge, or each of them. */
  readonly testedIn: 'programs' | 'Node-RED' | 'both';
  readonly fields: Fields;
}

const createEvent = (
  event: string,
  fields: Fields,
  testedIn: ProgramEvent['testedIn'] = 'programs',
): ProgramEvent => ({ event, testedIn, fields });

/** What becomes of a lamp, for every event and every kind of program. */
export const programEvents: readonly ProgramEvent[] = [
  createEvent('a command sets its brightness', lampIsTaken, 'both'),
  createEvent('a command sets its colour', {
    ...lampIsTaken,
    later: waits,
    'long fade': goesOn,
  }),
  createEvent('a command turns it on', {
    ...lampIsTaken,
    later: isSentAlong,
    'long fade': goesOn,
    daylight: follows,
  }),
  createEvent('a command turns it off', isTurnedOff),
  createEvent('a toggle turns it off', isTurnedOff),
  createEvent('a command sets the brightness of its room', allLampsAreTaken),
  createEvent('a scene of its room is recalled', allLampsAreTaken),
  createEvent('an alert runs on it', nothingHappens),
  createEvent(
    '"stop" comes for it',
    createFields(waitsNoLonger, leaves, isLeftAlone, returns, withRestore(leavesAndReturns)),
  ),
  createEvent(
    '"stop" comes for its room',
    createFields(noneWaitsAnyMore, ends, allAreLeftAlone, returns, withRestore(endsAndReturns)),
  ),
  createEvent(
    'a sequence starts on it',
    createFields(waitsNoLonger, leaves, followsAgainAfterwards, newProgramReturnsIt),
  ),
  createEvent('a long fade of its colour starts on it', {
    ...createFields(waitsForOtherProperties, leaves, followsAgainAfterwards, newProgramReturnsIt),
    'long fade': goesOn,
  }),
  createEvent('a person turns it off', isTurnedOff),
  createEvent('a person sets its brightness', {
    ...nothingHappens,
    'long fade': leaves,
    daylight: isLeftAlone,
    return: returnsNoLonger,
  }),
  createEvent('a person recalls a scene with it in an app', {
    ...createFields(waits, leaves, follows, returnsNoLonger),
  }),
  createEvent(
    'it is deleted',
    createFields(waitsNoLonger, goesOnWithoutIt, followsNoLonger, returnsNoLonger),
  ),
  createEvent(
    'it leaves its room',
    createFields(waits, goesOnWithItsLamps, followsNoLonger, returns),
  ),
  createEvent(
    'another lamp joins its room',
    createFields(waits, goesOnWithItsLamps, newLampFollows, returns),
  ),
  createEvent('it cannot be reached', isOutOfReach),
  createEvent('it loses its power', isOutOfReach),
  createEvent('the bridge answers 207, since the lamp did not take it', isOutOfReach, 'both'),
  createEvent('the bridge answers 429 for a while', bridgeIsBusy, 'both'),
  createEvent('the bridge answers 503 for a while', bridgeIsBusy, 'both'),
  createEvent('the bridge is away for a while', bridgeReturns, 'both'),
  createEvent('the bridge is away, and a person turns it off', isTurnedOff),
  createEvent('the bridge starts again', bridgeReturns, 'Node-RED'),
  createEvent('a full deploy leaves its node as it is', goesOnThroughDeploy, 'both'),
  createEvent('a deploy of flows leaves its node as it is', goesOnThroughDeploy, 'Node-RED'),
  createEvent('a deploy of nodes leaves its node as it is', nothingHappens, 'Node-RED'),
  createEvent('its node is changed', nodeIsChanged, 'both'),
  createEvent('its node is disabled', nodeIsGone, 'both'),
  createEvent('its node is deleted', nodeIsGone, 'Node-RED'),
  createEvent('its tab is changed', goesOnThroughDeploy, 'Node-RED'),
  createEvent('its tab is disabled', nodeIsGone, 'Node-RED'),
  createEvent('its tab is deleted', nodeIsGone, 'Node-RED'),
  createEvent('its subflow is changed', nodeIsChanged, 'Node-RED'),
  createEvent('its subflow is disabled', nodeIsGone, 'Node-RED'),
  createEvent('its subflow is deleted', nodeIsGone, 'Node-RED'),
  createEvent('its bridge is changed', goesOnThroughDeploy, 'Node-RED'),
  createEvent('its bridge is disabled', bridgeIsDisabled, 'Node-RED'),
  createEvent('its bridge is deleted', bridgeIsDeleted, 'Node-RED'),
  createEvent('Node-RED is stopped and starts again', nodeRedStarts, 'both'),
  createEvent('Node-RED is stopped, and a person turns it off', isTurnedOff),
  createEvent('Node-RED is killed and starts again', nodeRedStarts, 'Node-RED'),
  createEvent('Node-RED stands still for a while', bridgeReturns, 'both'),
  createEvent(
    'the date is set forwards by a day',
    createFields(waits, goesOn, hasLightOfTime, returns),
  ),
  createEvent(
    'the date is set backwards by a day',
    createFields(waits, goesOn, hasLightOfTime, returns),
  ),
  createEvent('summer time begins', createFields(waits, goesOn, hasLightOfTime, returns)),
  createEvent('summer time ends', createFields(waits, goesOn, hasLightOfTime, returns)),
];
